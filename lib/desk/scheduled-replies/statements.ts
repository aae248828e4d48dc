import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, PERSON_NAME } from "../../base/access/statements.ts";
import { haveFiles, lockFiles } from "../messages/file-statements.ts";
import type { NewMessage } from "../messages/rules.ts";
import type { RefusedAction, ReplyBody, Seen } from "../messages/schema.ts";
import { colleagueWrote } from "../messages/statements.ts";
import type { StopReason } from "../replies/stop-reasons.ts";

/** A reply without what its writer saw, as it's stored. */
export type StoredReply = Omit<ReplyBody, keyof Seen>;

export type ScheduledRow = {
  id: string;
  workspaceId: string;
  siteId: string;
  visitorId: string;
  conversationId: string;
  userId: string;
  /** Null unless the workspace has been shared, or if their account was deleted. */
  userName: string | null;
  key: string | null;
  reply: StoredReply;
  fileIds: string[];
  /** Of one that's `acting` or `sent`, the message is stored. Its actions are being done, or weren't all done. */
  state: "scheduled" | "stopped" | "undone" | "acting" | "sent";
  reason: StopReason | null;
  refused: RefusedAction[] | null;
  sendAt: Date;
  createdAt: Date;
};

/** The columns of a ScheduledRow, from `scheduled_replies` or a CTE named `r`, and its conversation `c`. */
export const SCHEDULED_COLUMNS = Prisma.sql`
  r.id, r.workspace_id AS "workspaceId", r.site_id AS "siteId", c.visitor_id AS "visitorId", r.conversation_id AS "conversationId",
  r.user_id AS "userId", (
    SELECT ${PERSON_NAME} FROM users u JOIN workspaces w ON w.id = r.workspace_id AND w.shared_at IS NOT NULL WHERE u.id = r.user_id
  ) AS "userName", r.key, r.reply, r.file_ids::text[] AS "fileIds", r.state, r.reason, r.refused, r.send_at AS "sendAt", r.created_at AS "createdAt"`;

/** When a reply is sent: after seconds, or at a time. */
export type SendTime = { holdSeconds?: number | undefined; sendAt?: string | undefined };

// By the clock of the database, as all that's compared with it.
const sendTime = ({ holdSeconds, sendAt }: SendTime) =>
  sendAt === undefined
    ? Prisma.sql`clock_timestamp() + make_interval(secs => ${holdSeconds ?? 0}::int)`
    : Prisma.sql`${sendAt}::timestamptz`;

type Scheduling = { message: NewMessage; reply: StoredReply; seen: Seen; time: SendTime };

/**
 * Stores a reply that's sent later, with what its writer knew: what they say they saw, or all that's there. Stores nothing if a
 * colleague wrote meanwhile, if too many wait already, or if the key is that of a message or of another one. Locks its files, as a message does.
 */
export const storeScheduled = (
  scope: OwnerScope,
  conversationId: string,
  { message, reply, seen, time }: Scheduling,
) => Prisma.sql`
  WITH ${lockFiles(scope, message, conversationId)} r AS (
    INSERT INTO scheduled_replies (
      id, workspace_id, site_id, conversation_id, user_id, key, api_key_id, reply, file_ids, email, seen_seq, seen_note, visitor_seq,
      send_at, try_at, created_at, updated_at
    )
    SELECT ${message.id}::uuid, c.workspace_id, c.site_id, c.id, ${scope.userId}::uuid, ${message.key}, ${scope.via === "key" ? scope.sessionId : null}::uuid,
      ${JSON.stringify(reply)}::jsonb, ${message.fileIds}::uuid[], v.email, least(${seen.seenSeq ?? null}::int, c.last_seq),
      least(${seen.seenNote ?? null}::int, c.note_seq), least(${seen.seenSeq ?? null}::int, c.last_seq), due.at, due.at, clock_timestamp(), clock_timestamp()
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id CROSS JOIN (SELECT ${sendTime(time)} AS at) due
    WHERE ${ownConversation(scope, conversationId)} ${notCrossed(scope, seen)} ${haveFiles(message)}
      AND NOT EXISTS (SELECT FROM message_keys k WHERE k.sender_id = ${scope.userId}::uuid AND k.key = ${message.key})
      AND (${countWaiting(scope, Prisma.sql`c.id`)}) < ${WAITING_MAX}
    ON CONFLICT (user_id, key) DO NOTHING
    RETURNING *
  )
  SELECT ${SCHEDULED_COLUMNS} FROM r JOIN conversations c ON c.id = r.conversation_id`;

/** The most replies of one person that wait in one conversation. */
export const WAITING_MAX = 20;

/** A SELECT: how many of the caller's replies wait in a conversation, those that were stopped included. */
export const countWaiting = ({ userId }: OwnerScope, conversationId: Prisma.Sql) => Prisma.sql`
  SELECT count(*)::int AS count FROM scheduled_replies w
  WHERE w.conversation_id = ${conversationId} AND w.user_id = ${userId}::uuid AND w.state IN ('scheduled', 'stopped')`;

function notCrossed(scope: OwnerScope, seen: Seen): Prisma.Sql {
  const wrote = colleagueWrote(scope, Prisma.sql`c.id`, seen);
  return wrote ? Prisma.sql`AND NOT ${wrote}` : Prisma.empty;
}

/** Finds whether a key is that of a message of the caller's. */
export const findKey = ({ userId }: OwnerScope, key: string) => Prisma.sql`
  SELECT FROM message_keys k WHERE k.sender_id = ${userId}::uuid AND k.key = ${key}`;

type Named = { conversationId: string; id: string };

/** The CTE that locks a scheduled reply of the caller's, or also one whose writer lost their access, and waits until it's sent if that's under way. */
const lockOwn = (scope: OwnerScope, { conversationId, id }: Named, orAbandoned = false) => Prisma.sql`
  own AS MATERIALIZED (
    SELECT r.id FROM scheduled_replies r JOIN conversations c ON c.id = r.conversation_id
    WHERE r.id = ${id}::uuid AND (r.user_id = ${scope.userId}::uuid OR ${orAbandoned} AND r.state = 'stopped' AND r.reason = 'access')
      AND ${ownConversation(scope, conversationId)} FOR UPDATE OF r
  )`;

const changeOwn = (
  scope: OwnerScope,
  named: Named,
  change: Prisma.Sql,
  which: Prisma.Sql,
  orAbandoned = false,
) => Prisma.sql`
  WITH ${lockOwn(scope, named, orAbandoned)}
  UPDATE scheduled_replies r SET ${change}, updated_at = clock_timestamp()
  FROM own, conversations c WHERE r.id = own.id AND c.id = r.conversation_id ${which}
  RETURNING ${SCHEDULED_COLUMNS}`;

/**
 * Takes back a scheduled reply of the caller's, or one that was stopped because its writer lost their access. Its row stays for days: a browser that got no response
 * sends the reply again with the same key, and finds that it was taken back.
 */
export const undoScheduled = (scope: OwnerScope, named: Named) =>
  changeOwn(
    scope,
    named,
    Prisma.sql`state = 'undone', reason = NULL`,
    Prisma.sql`AND r.state NOT IN ('acting', 'sent')`,
    true,
  );

/** Deletes what a sent reply of the caller's says of its refused actions. */
export const dismissRefused = (scope: OwnerScope, named: Named) => Prisma.sql`
  WITH ${lockOwn(scope, named)}
  DELETE FROM scheduled_replies r USING own, conversations c
  WHERE r.id = own.id AND c.id = r.conversation_id AND r.state = 'sent'
  RETURNING ${SCHEDULED_COLUMNS}`;

/** Ends the row of the caller's sent reply, whose actions have been tried. */
export const endActing = ({ userId }: OwnerScope, { id }: Named, refused: RefusedAction[]) => {
  const own = Prisma.sql`c.id = r.conversation_id AND r.id = ${id}::uuid AND r.user_id = ${userId}::uuid AND r.state = 'acting'`;
  return refused.length === 0
    ? Prisma.sql`DELETE FROM scheduled_replies r USING conversations c WHERE ${own} RETURNING ${SCHEDULED_COLUMNS}`
    : Prisma.sql`
      UPDATE scheduled_replies r SET state = 'sent', refused = ${JSON.stringify(refused)}::jsonb, updated_at = clock_timestamp()
      FROM conversations c WHERE ${own} RETURNING ${SCHEDULED_COLUMNS}`;
};

/** Changes when a scheduled reply of the caller's is sent. One that was stopped is sent whatever was written until now. */
export const rescheduleReply = (scope: OwnerScope, named: Named, sendAt: string) =>
  changeOwn(
    scope,
    named,
    Prisma.sql`send_at = ${sendAt}::timestamptz, try_at = ${sendAt}::timestamptz, tries = 0, state = 'scheduled', reason = NULL,
      seen_seq = CASE WHEN r.state = 'stopped' THEN c.last_seq ELSE r.seen_seq END,
      seen_note = CASE WHEN r.state = 'stopped' THEN c.note_seq ELSE r.seen_note END,
      visitor_seq = CASE WHEN r.state = 'stopped' THEN c.last_seq ELSE r.visitor_seq END,
      email = CASE WHEN r.state = 'stopped' THEN (SELECT v.email FROM visitors v WHERE v.id = c.visitor_id) ELSE r.email END`,
    Prisma.sql`AND r.state IN ('scheduled', 'stopped')`,
  );
