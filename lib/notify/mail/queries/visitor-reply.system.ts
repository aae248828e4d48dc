import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { IS_BOUNCED, IS_CONFIRMED_VISITOR } from "../../../outbox/mail-queue/visitor-statements.ts";
import { type UnseenMessages, unseenBy, withDates } from "./conversation-mail.system.ts";
import { IS_WANTED } from "./mailed-visitor.system.ts";

/** A visitor's unread replies, and what speaks against emailing them. */
export type UnseenReplies = UnseenMessages & {
  visitorId: string;
  email: string | null;
  /** Only their site vouches for them. */
  isVerified: boolean;
  isWanted: boolean;
  /** The person who replied has confirmed their own address. */
  isConfirmed: boolean;
  isBounced: boolean;
  /** The visitor has proven that the address is theirs, or their site has. */
  isConfirmedVisitor: boolean;
  siteName: string;
  accentColor: string;
  /** Known if the site collects its visitors' details. */
  timeZone: string | null;
  siteKey: string;
  domain: string | null;
  coveredTo: number | null;
  attempts: number;
};

const MESSAGES_MAX = 20;

/**
 * Returns the unread replies in the conversation that an email waits for, or null if it's gone or waits for another
 * one.
 */
export async function claimUnseenReplies(mailId: string): Promise<UnseenReplies | null> {
  await query(Prisma.sql`
    UPDATE mails SET covers_until = coalesce(covers_until, clock_timestamp()) WHERE id = ${mailId}::uuid`);
  const [row] = await query<UnseenReplies>(Prisma.sql`
    SELECT m.attempts, v.id AS "visitorId", v.email, v.verified AS "isVerified", s.name AS "siteName", s.accent_color AS "accentColor", s.public_key AS "siteKey", s.domain,
      (SELECT time_zone FROM conversation_visits WHERE conversation_id = c.id) AS "timeZone",
      ${IS_WANTED} AS "isWanted", ${IS_BOUNCED} AS "isBounced",
      u.email_confirmed_at IS NOT NULL AS "isConfirmed", ${IS_CONFIRMED_VISITOR} AS "isConfirmedVisitor",
      unseen.messages, unseen.count, unseen.from, unseen.to AS "coveredTo"
    FROM mails m
    JOIN conversations c ON c.id = m.conversation_id AND c.visitor_mail_id = m.id
    JOIN visitors v ON v.id = c.visitor_id
    JOIN sites s ON s.id = c.site_id AND s.closed_at IS NULL
    JOIN workspaces w ON w.id = s.workspace_id JOIN users u ON u.id = w.owner_id
    CROSS JOIN ${unseenBy("visitor", MESSAGES_MAX)} unseen
    WHERE m.id = ${mailId}::uuid`);
  return row ? withDates(row) : null;
}

/** Lets a postponed email cover the replies that come until it's sent. */
export async function releaseUnseenReplies(mailId: string): Promise<void> {
  await query(Prisma.sql`UPDATE mails SET covers_until = NULL WHERE id = ${mailId}::uuid AND attempts = 0`);
}
