import { query, type Transaction } from "#platform/database/database.ts";
import {
  isMissingParent,
  isUniqueViolation,
  retryingConflicts,
  WriteConflict,
} from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ASSIGNEE, ownConversation } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF, changedBy, NEXT_VERSION } from "../../base/changes/statements.ts";
import { blockVisitors, lockForBlocking } from "../../files/blocking/commands.ts";
import { wakeFileRemoval } from "../../files/files/stored-contents.system.ts";
import { IS_BOUNCED, UNMARKED } from "../../outbox/mail-queue/visitor-statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { changeAssignment, type HowToAssign } from "../assignment/commands.ts";
import {
  prepareMessage,
  type RequestContext,
  requireOwnNames,
  type SentMessage,
  storeMessage,
  writerOf,
} from "../messages/commands.ts";
import { findOtherOpenConversation } from "../messages/queries.ts";
import { senderOf } from "../messages/rules.ts";
import type { Seen } from "../messages/schema.ts";
import { colleagueWrote, storeFirstMessage } from "../messages/statements.ts";
import { storeUsualMessage } from "../messages/usual-statements.ts";
import { refuseStale } from "../notes/stale.ts";
import { storeRatingMails } from "../ratings/mail-statements.ts";
import { changeSettled, changeTriage } from "../triage/commands.ts";
import { eraseConversations } from "./erase-statements.ts";
import { getConversation } from "./queries.ts";
import type { StartConversationBody, UpdateConversationBody } from "./schema.ts";
import type { ConversationRow } from "./statements.ts";
import { ownUnread, readsOf } from "./unread-statements.ts";

/**
 * Records a visitor's first message in their open conversation, or in a new one. Throws `site_mismatch`,
 * `visitor_mismatch`, or what `storeMessage` throws.
 */
export async function startConversation(
  scope: VisitorScope,
  input: StartConversationBody,
  { idempotencyKey = null, clientAddress = null, isTest = false }: RequestContext & { isTest?: boolean } = {},
): Promise<SentMessage> {
  await requireOwnNames(scope, input);
  const message = await prepareMessage(scope, input, { key: idempotencyKey });
  const writer = writerOf(scope, input, clientAddress);
  const { pageUrl, greeting = null, language = null } = input;
  return storeMessage(scope, {
    message,
    ...(!isTest && { usual: storeUsualMessage(scope, message, writer, { pageUrl }) }),
    statement: () => storeFirstMessage(scope, message, { ...writer, pageUrl, greeting, language }, { isTest }),
    addressHashes: writer.addressHashes,
  });
}

/** Sends a message from a site's test visitor, on the path that a real visitor's takes. Throws what `startConversation` throws. */
export async function sendTestMessage(
  visitor: VisitorScope,
  message: string,
  { idempotencyKey = null }: RequestContext = {},
): Promise<SentMessage> {
  const input = { message, name: null, email: null, pageUrl: null };
  const sent = await startConversation(visitor, input, { idempotencyKey, isTest: true });
  wakeJobs("mail");
  return sent;
}

/**
 * Opens or closes a conversation, marks it unread (which moves the read position before the visitor's last message), marks it as
 * spam, assigns, settles, stars, labels or snoozes it, or blocks its visitor: all of it, or nothing. Throws `not_found`, `conflict`,
 * `already_assigned`, `open_conversation_exists` if the visitor has another open one, or `stale_reply` if a colleague wrote after
 * what the caller saw.
 */
export async function updateConversation(
  scope: OwnerScope,
  conversationId: string,
  body: UpdateConversationBody,
): Promise<ConversationRow> {
  const which = Prisma.sql`c.id = ${conversationId}::uuid`;
  const update = () =>
    changeConversations(scope, which, async (tx, own) => {
      const changed = await updateInTransaction(scope, tx, own, body);
      // Access may have been lost between two of its statements. The later ones have changed nothing then.
      const still = await tx.query(Prisma.sql`SELECT FROM conversations c WHERE ${own}`);
      if (still.length === 0) throw new AppError("not_found");
      return changed;
    }).catch((error: unknown) => refuseUpdate(scope, conversationId, body, error));
  await retryingConflicts(update, "conflict");
  return getConversation(scope, conversationId);
}

/** Makes the changes of `updateConversation` to a set of conversations. The first one that's refused rolls back all. */
export async function updateInTransaction(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  body: UpdateConversationBody,
  how: HowToAssign = {},
): Promise<ConversationRef[]> {
  const addresses = await lockForBlocking(scope, tx, own, body);
  return [
    ...(body.visitorEmailBounced === false ? await tx.query<ConversationRef>(unmarkVisitors(own)) : []),
    ...(await changeAssignment(scope, tx, own, body, how)),
    ...(await changeSettled(scope, tx, own, body)),
    ...(await changeStatus(scope, tx, own, body)),
    ...(await changeTriage(scope, tx, own, body)),
    ...(await blockVisitors(scope, tx, own, { ...body, addresses })),
  ];
}

/** A status didn't change, because a colleague wrote after what the caller saw, or because another writer was faster. */
class StatusKept extends Error {
  override readonly name = "StatusKept";
}

/** Throws what a failed update means to the caller, or a `WriteConflict` if it's to be tried again. */
async function refuseUpdate(scope: OwnerScope, conversationId: string, seen: Seen, error: unknown): Promise<never> {
  if (error instanceof StatusKept) await refuseStale(scope, conversationId, seen);
  // It, or one of its labels, was deleted meanwhile.
  if (isMissingParent(error)) throw new AppError("not_found");
  const other = isUniqueViolation(error) && (await findOtherOpenConversation(scope, conversationId));
  if (other) throw new AppError("open_conversation_exists", { conversationId: other });
  // The other one may have been closed since.
  throw error instanceof StatusKept || isUniqueViolation(error) ? new WriteConflict() : error;
}

// Visitors before conversations: the order in which writers lock.
const unmarkVisitors = (own: Prisma.Sql) => Prisma.sql`
  WITH visitor AS (
    UPDATE visitors v SET ${UNMARKED} FROM conversations c WHERE ${own} AND v.id = c.visitor_id AND ${IS_BOUNCED}
    RETURNING v.id
  )
  UPDATE conversations c SET ${NEXT_VERSION} FROM visitor WHERE c.visitor_id = visitor.id RETURNING ${CONVERSATION_REF}`;

type StatusRow = ConversationRef & { isChanged: boolean; isKept: boolean };

async function changeStatus(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  body: UpdateConversationBody,
): Promise<ConversationRef[]> {
  const rows = await tx.query<StatusRow>(storeStatus(scope, own, body));
  if (rows.some(({ isKept }) => isKept)) throw new StatusKept();
  if (body.unread && scope.isShared) await markUnread(scope, tx, own);
  return rows.filter(({ isChanged }) => isChanged).map(({ isChanged, isKept, ...place }) => place);
}

function storeStatus(
  scope: OwnerScope,
  own: Prisma.Sql,
  { status, unread, spam, ...seen }: UpdateConversationBody,
): Prisma.Sql {
  const isSpam = Prisma.sql`coalesce(${spam ?? null}, c.is_spam)`;
  const newStatus = Prisma.sql`coalesce(${status ?? null}, c.status)`;
  // PostgreSQL also evaluates the row as it was before the wait for its lock, and that must satisfy the constraints
  // too.
  const newest = Prisma.sql`newest_left_seq(c.id, 'visitor')`;
  const newMark = Prisma.sql`least(${newest}, c.last_seq) - 1`;
  // With an unread message, the position is before the visitor's last message already. In a shared workspace it's the team's.
  // If all of theirs were deleted, nothing can be unread.
  const isToMove = Prisma.sql`(${unread === true && !scope.isShared} AND c.owner_unread_count = 0 AND ${newest} IS NOT NULL)`;
  // Opening or closing depends on it. By `was.id` it's evaluated under the lock.
  const crosses = status && colleagueWrote(scope, Prisma.sql`was.id`, seen);
  return Prisma.sql`
    WITH was AS MATERIALIZED (
      SELECT c.* FROM conversations c WHERE ${own} FOR NO KEY UPDATE
    ), changed AS (
    UPDATE conversations c SET
      status = ${newStatus},
      -- Its assignee may have lost access while it was closed.
      assignee_id = CASE WHEN c.status = 'closed' AND ${newStatus} = 'open' THEN ${ASSIGNEE} ELSE c.assignee_id END,
      is_spam = ${isSpam},
      owner_read_seq = CASE WHEN ${isToMove} THEN ${newMark} ELSE c.owner_read_seq END,
      owner_unread_count = CASE WHEN ${isToMove} THEN 1 ELSE c.owner_unread_count END,
      -- The visitor's next message is a burst of its own.
      alert_id = CASE WHEN ${isToMove} THEN NULL ELSE c.alert_id END,
      ${changedBy(scope)},
      ${NEXT_VERSION}
    FROM was WHERE c.id = was.id AND (c.status <> ${newStatus} OR c.is_spam <> ${isSpam} OR ${isToMove})
      ${crosses ? Prisma.sql`AND (was.status = ${newStatus} OR NOT ${crosses})` : Prisma.empty}
    RETURNING c.*, was.status <> c.status AS turned
    ), delivery AS (${storeDeliveries(Prisma.sql`
      SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'conversation.updated' AS type,
        ${conversationData(Prisma.sql`jsonb_build_object('status', c.status)`)} AS data
      FROM changed c WHERE c.turned AND NOT c.is_spam`)}
    ), ${status === "closed" ? storeRatingMails(scope, Prisma.sql`SELECT * FROM changed c WHERE c.turned AND NOT c.is_spam`) : Prisma.empty}
    noted AS (${storeActivity(
      {
        scope,
        action: status === "closed" ? "conversation.closed" : "conversation.reopened",
        siteId: Prisma.sql`c.site_id`,
        conversationId: Prisma.sql`c.id`,
      },
      Prisma.sql`changed c WHERE c.turned`,
    )})
    SELECT ${CONVERSATION_REF}, changed.id IS NOT NULL AS "isChanged",
      changed.id IS NULL AND c.status <> ${newStatus} AS "isKept"
    FROM was c LEFT JOIN changed ON changed.id = c.id`;
}

const OWN_MARK = {
  owner: {
    column: Prisma.sql`owner_read_seq`,
    unread: Prisma.sql`owner_unread_count`,
    from: "visitor",
    moment: Prisma.sql`last_read_by_owner_at = clock_timestamp(),`,
  },
  visitor: {
    column: Prisma.sql`visitor_read_seq`,
    unread: Prisma.sql`visitor_unread_count`,
    from: "owner",
    moment: Prisma.empty,
  },
};

/**
 * Moves the read position of the caller's side up to `seq`, or to the last message if `seq` is missing or larger, and in a
 * shared workspace the caller's own too. It never moves back here. Throws `not_found`.
 */
export async function markRead(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
  seq: number | undefined,
): Promise<void> {
  const by = senderOf(scope).type;
  const { column, unread, from, moment } = OWN_MARK[by];
  const upTo = Prisma.sql`least(coalesce(${seq ?? null}::bigint, c.last_seq), c.last_seq)`;
  const owned = ownConversation(scope, conversationId);
  const isPersonal = "userId" in scope && scope.isShared;
  const [row] = await retryingConflicts(() =>
    query<ConversationRef & { seq: number | null; isOwn: boolean }>(Prisma.sql`
    WITH moved AS (
      UPDATE conversations c SET
        ${column} = ${upTo},
        ${unread} = CASE WHEN ${upTo} = c.last_seq THEN 0
          ELSE c.${unread} - count_messages(c.id, ${from}, c.${column}, ${upTo}::int) END,
        ${moment} ${NEXT_VERSION}
      WHERE ${owned} AND c.${column} < ${upTo}
      RETURNING c.${column} AS seq
    ) ${isPersonal ? Prisma.sql`, own AS (${noteRead(scope, owned, upTo)})` : Prisma.empty}
    SELECT ${CONVERSATION_REF}, moved.seq, ${isPersonal ? Prisma.sql`EXISTS (SELECT FROM own)` : Prisma.sql`false`} AS "isOwn"
    FROM conversations c LEFT JOIN moved ON true WHERE ${owned}`),
  ).catch(refuseDeleted);
  if (!row) throw new AppError("not_found");
  const { seq: moved, isOwn, ...place } = row;
  if (moved !== null) publishChange({ kind: "read", by, seq: moved, ...place });
  if (isOwn && "userId" in scope) publishChange({ kind: "seen", userId: scope.userId, ...place });
}

// It was deleted while the caller's own position was written.
function refuseDeleted(error: unknown): never {
  throw isMissingParent(error) ? new AppError("not_found") : error;
}

// Stored only if it matters: while the visitor waits, while the team hasn't read it, or to take back a mark.
const noteRead = ({ userId }: OwnerScope, owned: Prisma.Sql, upTo: Prisma.Sql) => Prisma.sql`
  INSERT INTO reads (user_id, conversation_id, read_seq, updated_at)
  SELECT ${userId}::uuid, c.id, ${upTo}, greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')
  FROM conversations c ${readsOf(Prisma.sql`${userId}::uuid`)}
  WHERE ${owned} AND (c.waiting_since IS NOT NULL OR c.is_unread OR r.is_marked)
    AND (r.is_marked OR coalesce(r.read_seq, 0) < ${upTo})
  ON CONFLICT (user_id, conversation_id) DO UPDATE SET
    read_seq = greatest(reads.read_seq, excluded.read_seq), is_marked = false,
    updated_at = greatest(excluded.updated_at, reads.updated_at + interval '1 millisecond')
  RETURNING user_id`;

/** Marks conversations unread for the caller alone, in a shared workspace. None is idle then (see auto-close). */
async function markUnread(scope: OwnerScope, tx: Transaction, own: Prisma.Sql): Promise<void> {
  const { join, count } = ownUnread(scope);
  const marked = await tx.query<ConversationRef>(Prisma.sql`
    WITH marked AS (
      INSERT INTO reads (user_id, conversation_id, read_seq, is_marked, updated_at)
      SELECT ${scope.userId}::uuid, c.id, c.last_seq, true, greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')
      FROM conversations c ${join} WHERE ${own} AND ${count} = 0
      ON CONFLICT (user_id, conversation_id) DO UPDATE SET
        is_marked = true, marked_for = NULL,
        updated_at = greatest(excluded.updated_at, reads.updated_at + interval '1 millisecond')
      RETURNING conversation_id
    )
    UPDATE conversations c SET idle_since = clock_timestamp() FROM marked WHERE c.id = marked.conversation_id
    RETURNING ${CONVERSATION_REF}`);
  tx.afterCommit(() => {
    for (const place of marked) publishChange({ kind: "seen", userId: scope.userId, ...place });
  });
}

/** Notifies the other side, and an owner's colleagues, that the caller is typing. Nothing is stored. Throws `not_found`. */
export async function publishTyping(scope: OwnerScope | VisitorScope, conversationId: string): Promise<void> {
  const [place] = await query<ConversationRef>(Prisma.sql`
    SELECT ${CONVERSATION_REF} FROM conversations c WHERE ${ownConversation(scope, conversationId)}`);
  if (!place) throw new AppError("not_found");
  publishChange({
    kind: "typing",
    by: senderOf(scope).type,
    ...("userId" in scope && { userId: scope.userId }),
    ...place,
  });
}

/**
 * Deletes a conversation with its messages and their keys, and leaves its id for the reconciler. Throws `not_found`.
 */
export async function deleteConversation(scope: OwnerScope, conversationId: string): Promise<void> {
  const which = Prisma.sql`c.id = ${conversationId}::uuid`;
  const [deleted] = await retryingConflicts(() =>
    changeConversations(scope, which, (tx, own) => tx.query<ConversationRef>(eraseConversations(own, scope)), {
      kind: "deleted",
    }),
  );
  if (!deleted) throw new AppError("not_found");
  wakeFileRemoval();
}
