import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { deleteUnnamedUploads } from "../../files/files/stored-contents.system.ts";

const ROWS_AT_ONCE = 2_000;

/* Rows that have expired. Each step deletes a batch and returns how many. To give a table a retention, add a step. */
export const EXPIRED_ROWS: { what: string; delete: () => Promise<number> }[] = [
  { what: "uploads that no message named", delete: deleteUnnamedUploads },
  {
    what: "expired sessions",
    delete: () => deleteSome(Prisma.sql`sessions`, Prisma.sql`expires_at < now() - interval '1 day'`),
  },
  {
    // The reconciler looks back less far.
    what: "ids of what was deleted",
    delete: () =>
      deleteSome(
        Prisma.sql`deletions`,
        Prisma.sql`deleted_at < now() - interval '1 day' AND visitor_id IS DISTINCT FROM id`,
      ),
  },
  {
    // By then all their tokens have expired (lib/widget/widget-sessions/widget-token.ts).
    what: "ids of erased visitors",
    delete: () => deleteSome(Prisma.sql`deletions`, Prisma.sql`deleted_at < now() - interval '401 days'`),
  },
  {
    what: "links of mails that are too old",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM one_time_links WHERE token_hash IN (
          SELECT token_hash FROM one_time_links WHERE expires_at < now() - interval '1 day' LIMIT ${ROWS_AT_ONCE}
        ) RETURNING token_hash`),
  },
  {
    what: "logins that no code finished",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM login_challenges WHERE token_hash IN (
          SELECT token_hash FROM login_challenges WHERE expires_at < now() LIMIT ${ROWS_AT_ONCE}
        ) RETURNING token_hash`),
  },
  {
    what: "logins that came back from the provider",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM oidc_returns WHERE state_hash IN (
          SELECT state_hash FROM oidc_returns WHERE expires_at < now() LIMIT ${ROWS_AT_ONCE}
        ) RETURNING expires_at`),
  },
  {
    what: "challenges that no passkey signed",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM passkey_challenges WHERE challenge_hash IN (
          SELECT challenge_hash FROM passkey_challenges WHERE expires_at < now() LIMIT ${ROWS_AT_ONCE}
        ) RETURNING challenge_hash`),
  },
  {
    what: "counts of account emails",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM account_mail_counts WHERE (recipient_hash, allowance) IN (
          SELECT recipient_hash, allowance FROM account_mail_counts WHERE expires_at < now() LIMIT ${ROWS_AT_ONCE}
        ) RETURNING allowance`),
  },
  {
    // A browser may send one again with its key for days, and its writer may send one that was stopped.
    what: "scheduled replies that were taken back or stopped",
    delete: () =>
      deleteSome(
        Prisma.sql`scheduled_replies`,
        Prisma.sql`state <> 'scheduled' AND updated_at < now() - interval '7 days'
          AND (state = 'undone' OR updated_at < now() - interval '30 days')`,
      ),
  },
  {
    what: "what became of mails long ago",
    delete: () =>
      deleteSome(Prisma.sql`mails`, Prisma.sql`created_at < now() - interval '30 days' AND status <> 'pending'`),
  },
  {
    what: "received emails as they came",
    delete: () =>
      countOf(Prisma.sql`
        UPDATE received_mails SET raw_hash = NULL, draft = NULL, envelope = '{}' WHERE id IN (
          SELECT id FROM received_mails WHERE raw_hash IS NOT NULL AND raw_until < now() AND status <> 'pending' LIMIT ${ROWS_AT_ONCE}
        ) RETURNING id`),
  },
  {
    what: "what became of received emails",
    delete: () =>
      deleteSome(
        Prisma.sql`received_mails`,
        Prisma.sql`created_at < now() - interval '30 days' AND status <> 'pending' AND raw_hash IS NULL`,
      ),
  },
  {
    // The email that they're of is gone by then. Others go with their conversation.
    what: "addresses of emails about several conversations",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM reply_addresses WHERE address_hash IN (
          SELECT address_hash FROM reply_addresses
          WHERE conversation_id IS NULL AND created_at < now() - interval '30 days' LIMIT ${ROWS_AT_ONCE}
        ) RETURNING address_hash`),
  },
  {
    what: "webhooks that were sent, or given up",
    delete: () =>
      deleteSome(
        Prisma.sql`webhook_deliveries`,
        Prisma.sql`created_at < now() - interval '30 days' AND status <> 'pending'`,
      ),
  },
  {
    what: "notifications of long ago",
    delete: () =>
      deleteSome(
        Prisma.sql`notifications`,
        Prisma.sql`created_at < now() - interval '30 days' AND status <> 'pending'`,
      ),
  },
  {
    // A message may be making one due at this moment, so the condition is checked again under the row's lock.
    what: "alerts of long ago",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM alerts WHERE conversation_id IN (
          SELECT conversation_id FROM alerts WHERE ${IS_OLD_ALERT} LIMIT ${ROWS_AT_ONCE}
        ) AND ${IS_OLD_ALERT} RETURNING conversation_id`),
  },
  {
    what: "channels that were stopped",
    delete: () => deleteSome(Prisma.sql`channels`, Prisma.sql`stopped_at < now() - interval '30 days'`),
  },
  {
    what: "messages of chats, which replies refer to",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM telegram_messages WHERE (channel_id, message_id) IN (
          SELECT channel_id, message_id FROM telegram_messages
          WHERE created_at < now() - interval '30 days' LIMIT ${ROWS_AT_ONCE}
        ) RETURNING message_id`),
  },
  {
    what: "codes that connect chats",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM telegram_codes WHERE code_hash IN (
          SELECT code_hash FROM telegram_codes WHERE expires_at < now() LIMIT ${ROWS_AT_ONCE}
        ) RETURNING code_hash`),
  },
  {
    what: "who had a conversation in view",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM presences WHERE (user_id, conversation_id) IN (
          SELECT user_id, conversation_id FROM presences WHERE seen_at < now() - interval '1 minute' LIMIT ${ROWS_AT_ONCE}
        ) AND seen_at < now() - interval '1 minute' RETURNING user_id`),
  },
  {
    what: "drafts of long ago",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM drafts WHERE (user_id, conversation_id, kind) IN (
          SELECT user_id, conversation_id, kind FROM drafts WHERE updated_at < now() - interval '30 days' LIMIT ${ROWS_AT_ONCE}
        ) AND updated_at < now() - interval '30 days' RETURNING user_id`),
  },
  {
    // Of conversations whose visitor waits, or that are marked, the position still counts.
    what: "read positions of people that no longer count",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM reads r USING (
          SELECT r.user_id, r.conversation_id FROM reads r JOIN conversations c ON c.id = r.conversation_id
          WHERE r.updated_at < now() - interval '30 days' AND NOT r.is_marked AND c.waiting_since IS NULL
          LIMIT ${ROWS_AT_ONCE}
        ) old
        WHERE r.user_id = old.user_id AND r.conversation_id = old.conversation_id
          AND r.updated_at < now() - interval '30 days' AND NOT r.is_marked
        RETURNING r.user_id`),
  },
  {
    // What the team has read is in no later email, so it doesn't matter who was emailed about it. A row whose email is gone would
    // keep the next one from being sent.
    what: "how far people were emailed about conversations",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM email_alerts e USING (
          SELECT e.user_id, e.conversation_id, e.mailed_seq, e.mail_id
          FROM email_alerts e JOIN conversations c ON c.id = e.conversation_id
          WHERE e.created_at < now() - interval '30 days'
            AND (e.mail_id IS NOT NULL OR c.owner_read_seq >= e.mailed_seq OR c.last_message_at < now() - interval '30 days')
            AND NOT EXISTS (SELECT FROM mails WHERE id = e.mail_id AND status = 'pending')
          ORDER BY e.created_at LIMIT ${ROWS_AT_ONCE}
        ) old
        WHERE e.user_id = old.user_id AND e.conversation_id = old.conversation_id
          AND e.mailed_seq = old.mailed_seq AND e.mail_id IS NOT DISTINCT FROM old.mail_id
        RETURNING e.user_id`),
  },
  {
    // Each workspace has a time of its own, so its index is looked up for each.
    what: "activity that's past its workspace's time",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM activity WHERE id = ANY (ARRAY(
          SELECT a.id FROM workspaces w CROSS JOIN LATERAL (
            SELECT id FROM activity
            WHERE workspace_id = w.id AND at < now() - make_interval(days => w.activity_days) ORDER BY at LIMIT ${ROWS_AT_ONCE}
          ) a ORDER BY w.id LIMIT ${ROWS_AT_ONCE}
        )) RETURNING id`),
  },
  {
    what: "conversations of bulk changes",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM bulk_change_items WHERE (bulk_change_id, conversation_id) IN (
          SELECT i.bulk_change_id, i.conversation_id
          FROM bulk_changes b JOIN bulk_change_items i ON i.bulk_change_id = b.id
          WHERE b.created_at < now() - interval '1 day' LIMIT ${ROWS_AT_ONCE}
        ) RETURNING bulk_change_id`),
  },
  {
    // The activity log says what was done.
    what: "bulk changes of the day before",
    delete: () => deleteSome(Prisma.sql`bulk_changes`, Prisma.sql`created_at < now() - interval '1 day'`),
  },
  {
    what: "invitations that ended long ago",
    delete: () => deleteSome(Prisma.sql`invitations`, Prisma.sql`expires_at < now() - interval '30 days'`),
  },
  {
    what: "offers of ownership that expired",
    delete: () =>
      countOf(Prisma.sql`
        DELETE FROM ownership_offers WHERE workspace_id IN (
          SELECT workspace_id FROM ownership_offers WHERE expires_at < now() LIMIT ${ROWS_AT_ONCE}
        ) AND expires_at < now() RETURNING workspace_id`),
  },
  {
    what: "address hashes of inactive visitors",
    delete: forgetOldAddresses,
  },
];

const IS_OLD_ALERT = Prisma.sql`due_at IS NULL AND since < now() - interval '30 days'`;

const deleteSome = (table: Prisma.Sql, which: Prisma.Sql) =>
  countOf(Prisma.sql`
    DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${which} LIMIT ${ROWS_AT_ONCE}) RETURNING id`);

async function countOf(change: Prisma.Sql): Promise<number> {
  const [row] = await query<{ count: number }>(Prisma.sql`
    WITH changed AS (${change}) SELECT count(*)::int AS count FROM changed`);
  return row?.count ?? 0;
}

export function forgetOldAddresses(): Promise<number> {
  return countOf(Prisma.sql`
    UPDATE visitors SET address_hash = NULL, address_at = NULL
    WHERE id IN (SELECT id FROM visitors WHERE address_at < now() - interval '30 days' LIMIT ${ROWS_AT_ONCE})
    RETURNING id`);
}
