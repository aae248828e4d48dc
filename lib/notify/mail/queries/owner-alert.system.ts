import { query, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";
import { PEOPLE } from "../../../base/access/statements.ts";
import type { UnseenConversation } from "../templates/owner-alert.ts";
import { type MailCoverage, type UnseenMessages, unseenBy, withDates } from "./conversation-mail.system.ts";
import { listEarlier } from "./thread.system.ts";

/** The recipient of a site's alerts, and what speaks against sending one. */
export type AlertedOwner = {
  userId: string;
  email: string;
  isConfirmed: boolean;
  isWanted: boolean;
  isBounced: boolean;
  /** Until when they count as looking at the dashboard, or their quiet hours last. Null if neither. */
  waitsUntil: Date | null;
  workspaceId: string;
  siteName: string;
  accentColor: string;
  timeZone: string | null;
};

const LOOKING = Prisma.sql`interval '90 seconds'`;

/** Who an alert is for: a member, or without a `userId` the workspace's owner. */
export type AlertTo = { siteId: string; userId: string | null };

/** Returns who an alert is for, or null if the site is closed or they may not touch it any longer. */
export async function findAlerted({ siteId, userId }: AlertTo): Promise<AlertedOwner | null> {
  const [row] = await query<AlertedOwner>(Prisma.sql`
    SELECT u.id AS "userId", u.email, u.email_confirmed_at IS NOT NULL AS "isConfirmed", coalesce(u.bounced_email = u.email, false) AS "isBounced",
      u.alert_mails AND NOT EXISTS (SELECT FROM alert_mutes a WHERE a.user_id = u.id AND a.site_id = s.site_id) AS "isWanted",
      greatest(
        CASE WHEN u.seen_at > now() - ${LOOKING} THEN u.seen_at + ${LOOKING} END,
        quiet_end(now(), u.time_zone, u.quiet_from, u.quiet_until)
      ) AS "waitsUntil", s.workspace_id AS "workspaceId", s.name AS "siteName", s.accent_color AS "accentColor",
      u.time_zone AS "timeZone"
    FROM (
      SELECT s.id AS site_id, s.name, s.accent_color, s.workspace_id, w.owner_id FROM sites s JOIN workspaces w ON w.id = s.workspace_id
      WHERE s.id = ${siteId}::uuid AND s.closed_at IS NULL
    ) s CROSS JOIN ${PEOPLE(Prisma.sql`s`)}
    WHERE m.user_id = coalesce(${userId}::uuid, s.owner_id)`);
  return row ?? null;
}

const CONVERSATIONS_MAX = 20;
const MESSAGES_MAX = 10;

type Row = Omit<UnseenConversation, "replyTo"> & UnseenMessages & { coveredTo: number; isDue: boolean };

/** What an alert covers: some conversations in full, and the total. */
export type Unseen = {
  conversations: (Omit<UnseenConversation, "replyTo"> & { coveredTo: number })[];
  count: number;
  covered: MailCoverage;
};

/**
 * Collects all conversations of a site that are due for an alert to the same person into one email, and returns their unread
 * messages. One email at a time does this for a site. What another has claimed stays with it.
 */
export async function claimUnseenMessages(mailId: string, to: AlertTo): Promise<Unseen> {
  const { siteId, userId } = to;
  const isWaiting = Prisma.sql`
    waiting.site_id = ${siteId}::uuid AND waiting.id <> ${mailId}::uuid
    AND waiting.status = 'pending' AND waiting.covers_until IS NULL AND waiting.due_at <= now()`;
  await retryingConflicts(() =>
    transaction(async (tx) => {
      await tx.query(Prisma.sql`SELECT id FROM sites WHERE id = ${siteId}::uuid FOR NO KEY UPDATE`);
      await tx.query(
        userId === null
          ? Prisma.sql`
        UPDATE conversations c SET owner_mail_id = ${mailId}::uuid
        FROM mails waiting
        WHERE ${isWaiting} AND waiting.kind = 'owner_alert'
          AND c.id = waiting.conversation_id AND c.owner_mail_id = waiting.id`
          : Prisma.sql`
        UPDATE email_alerts e SET mail_id = ${mailId}::uuid
        FROM mails waiting
        WHERE ${isWaiting} AND waiting.kind = 'member_alert' AND waiting.user_id = ${userId}::uuid
          AND e.user_id = waiting.user_id AND e.conversation_id = waiting.conversation_id AND e.mail_id = waiting.id`,
      );
      await tx.query(Prisma.sql`
        UPDATE mails SET covers_until = coalesce(covers_until, clock_timestamp()) WHERE id = ${mailId}::uuid`);
    }),
  );
  const covered =
    userId === null
      ? Prisma.sql`conversations c ON c.owner_mail_id = m.id`
      : Prisma.sql`email_alerts e ON e.mail_id = m.id JOIN conversations c ON c.id = e.conversation_id`;
  const rows = await query<Row>(Prisma.sql`
    SELECT c.id, v.name AS "visitorName", v.email AS "visitorEmail", c.page_url AS "pageUrl", unseen.count, unseen.messages, unseen.from,
      unseen.count > 0 AND NOT c.is_spam AND v.blocked_at IS NULL AS "isDue",
      coalesce((
        SELECT seq FROM messages WHERE conversation_id = c.id AND created_at <= m.covers_until ORDER BY seq DESC LIMIT 1
      ), 0) AS "coveredTo"
    FROM mails m JOIN ${covered} JOIN visitors v ON v.id = c.visitor_id
    CROSS JOIN ${unseenBy(userId === null ? "owner" : "member", MESSAGES_MAX)} unseen
    WHERE m.id = ${mailId}::uuid
    ORDER BY c.last_message_at DESC, c.id DESC`);
  const due = rows.filter(({ isDue }) => isDue);
  const [first] = due;
  const history = due.length === 1 && first ? await listEarlier(first) : [];
  return {
    conversations: due.slice(0, CONVERSATIONS_MAX).map((row) => ({ ...withDates(row), history })),
    count: due.length,
    // Spam, messages of blocked visitors, and messages that have a reply or were seen count as covered and no longer
    // wait.
    covered: rows.map(({ id, coveredTo, isDue }) => ({ conversationId: id, seq: coveredTo, isContained: isDue })),
  };
}
