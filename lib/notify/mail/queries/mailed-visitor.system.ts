import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { ratableByLink } from "../../../desk/ratings/statements.ts";
import { IS_BOUNCED, IS_CONFIRMED_VISITOR, IS_EMAILED } from "../../../outbox/mail-queue/visitor-statements.ts";

/** An expression: whether a visitor, `v`, gets emails about a conversation, `c`, of a site, `s`. */
export const IS_WANTED = Prisma.sql`(${IS_EMAILED} AND NOT c.is_spam)`;

/** For a FROM: the conversation, `c`, its visitor, `v`, and site, `s`, of an email, `m`, and the account, `u`, of the site's owner. */
const MAILED = Prisma.sql`
  mails m
  JOIN conversations c ON c.id = m.conversation_id
  JOIN visitors v ON v.id = c.visitor_id
  JOIN sites s ON s.id = c.site_id AND s.closed_at IS NULL
  JOIN workspaces w ON w.id = s.workspace_id JOIN users u ON u.id = w.owner_id`;

/** Who an email to a visitor goes to, and what speaks against it. */
type MailedVisitor = {
  conversationId: string;
  visitorId: string;
  siteId: string;
  siteName: string;
  accentColor: string;
  email: string | null;
  language: string | null;
  isWanted: boolean;
  /** The site's owner has confirmed their own address. */
  isConfirmed: boolean;
  isBounced: boolean;
  attempts: number;
};

const COLUMNS = Prisma.sql`
  c.id AS "conversationId", v.id AS "visitorId", s.id AS "siteId", s.name AS "siteName", s.accent_color AS "accentColor", v.email,
  v.language, ${IS_WANTED} AS "isWanted", u.email_confirmed_at IS NOT NULL AS "isConfirmed", ${IS_BOUNCED} AS "isBounced", m.attempts`;

export type AskedRating = MailedVisitor & {
  close: number;
  closedAt: Date;
  /** Whether the close can be rated, and hasn't been. */
  isOpen: boolean;
  isOld: boolean;
  /** Nobody had written for a week when it was closed. */
  isPast: boolean;
  /** The visitor was asked by email in the last week. */
  isAskedLately: boolean;
  /** The visitor has an open conversation. */
  isBack: boolean;
  /** The reply before the close is still to be emailed. */
  isReplyDue: boolean;
};

/** Returns the close that an email asks about, or null if its conversation is gone or it can't be rated. */
export async function findAskedRating(mailId: string): Promise<AskedRating | null> {
  const [row] = await query<AskedRating>(Prisma.sql`
    SELECT ${COLUMNS}, m.close_seq AS close, e.created_at AS "closedAt", e.created_at < now() - interval '1 day' AS "isOld",
      c.last_message_at < e.created_at - interval '7 days' AS "isPast", c.visitor_mail_id IS NOT NULL AS "isReplyDue",
      EXISTS (
        SELECT FROM mails asked WHERE asked.visitor_id = v.id AND asked.kind = 'visitor_rating' AND asked.status = 'sent'
          AND asked.sent_at > now() - interval '7 days'
      ) AS "isAskedLately",
      EXISTS (SELECT FROM conversations o WHERE o.visitor_id = v.id AND o.status = 'open' AND NOT o.is_spam) AS "isBack",
      coalesce(s.mails_rating AND rated.ratable IS NOT NULL AND NOT rated.ratable ? 'score', false) AS "isOpen"
    FROM ${MAILED}
    JOIN conversation_events e ON e.conversation_id = c.id AND e.seq = m.close_seq
    CROSS JOIN LATERAL (SELECT ${ratableByLink(Prisma.sql`m.close_seq`)} AS ratable) rated
    WHERE m.id = ${mailId}::uuid`);
  return row ?? null;
}

export type AskedTranscript = MailedVisitor & {
  /** Their address when they asked. */
  recipient: string | null;
  isConfirmedVisitor: boolean;
  /** Known if the site collects its visitors' details. */
  timeZone: string | null;
};

/** Returns who a transcript, or the email before it, is for. Null if the conversation is gone. */
export async function findAskedTranscript(mailId: string): Promise<AskedTranscript | null> {
  const [row] = await query<AskedTranscript>(Prisma.sql`
    SELECT ${COLUMNS}, m.recipient, ${IS_CONFIRMED_VISITOR} AS "isConfirmedVisitor",
      (SELECT time_zone FROM conversation_visits WHERE conversation_id = c.id) AS "timeZone"
    FROM ${MAILED} WHERE m.id = ${mailId}::uuid`);
  return row ?? null;
}
