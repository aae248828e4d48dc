import { query, queryPrepared, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { markForTeam } from "../../team/members/lost-replies.system.ts";
import { updateInTransaction } from "../conversations/commands.ts";
import type { Knew } from "../messages/release-statements.ts";
import { sendReply } from "../replies/commands.ts";
import { NotReleased } from "../replies/queries.ts";
import type { StopReason } from "../replies/stop-reasons.ts";
import { doActions, endActions } from "./commands.ts";
import type { StoredReply } from "./statements.ts";

/** The gate's: the writer of a scheduled reply, if they may reply now. */
export type AdmitWriter = (
  of: Pick<Due, "id" | "userId" | "conversationId" | "apiKeyId">,
) => Promise<OwnerScope | null>;

type Due = ConversationRef &
  Knew & {
    id: string;
    userId: string;
    apiKeyId: string | null;
    key: string | null;
    reply: StoredReply;
    state: "scheduled" | "acting";
    tries: number;
  };

const EVERY_MS = 1_000;
// If nothing is due but what waits for an earlier one of its conversation.
const BUSY_MS = 250;
const AT_ONCE = Prisma.raw("20");
// A process has it for so long, and twice as long each time it fails. If it's killed, another one goes on then.
const LEASE = Prisma.sql`interval '5 seconds' * power(2, least(r.tries, 6))`;

// In about twenty minutes. Until then, what fails holds up what's after it in its conversation.
const TRIES_MAX = 10;

// Of a conversation, the earliest: they're sent in their order. And those whose actions weren't done, because a process ended.
const FIND_DUE = Prisma.sql`
  WITH due AS MATERIALIZED (
    SELECT s.id FROM scheduled_replies s
    WHERE s.state IN ('scheduled', 'acting') AND s.try_at <= now() AND (s.state = 'acting' OR NOT EXISTS (
      SELECT FROM scheduled_replies e
      WHERE e.conversation_id = s.conversation_id AND e.state = 'scheduled' AND (e.send_at, e.id) < (s.send_at, s.id)
    ))
    ORDER BY s.try_at LIMIT ${AT_ONCE} FOR UPDATE OF s SKIP LOCKED
  )
  UPDATE scheduled_replies r SET try_at = clock_timestamp() + ${LEASE}, tries = r.tries + 1
  FROM due, conversations c
  WHERE r.id = due.id AND c.id = r.conversation_id AND r.state IN ('scheduled', 'acting') AND r.try_at <= now()
  RETURNING r.id, r.workspace_id AS "workspaceId", r.site_id AS "siteId", c.visitor_id AS "visitorId",
    r.conversation_id AS "conversationId", r.user_id AS "userId", r.api_key_id AS "apiKeyId", r.key, r.reply, r.state, r.tries, r.email, r.seen_seq AS "seenSeq",
    r.seen_note AS "seenNote", r.visitor_seq AS "visitorSeq"`;

const FIND_NEXT = Prisma.sql`
  SELECT extract(epoch FROM min(try_at) - clock_timestamp())::float8 * 1000 AS ms FROM scheduled_replies WHERE state IN ('scheduled', 'acting')`;

/** Why a reply isn't sent, by the error of trying it. What isn't here is tried again. */
const STOPS: Partial<Record<ErrorCode, StopReason>> = {
  not_found: "access",
  not_permitted: "access",
  file_not_found: "files",
  file_used: "files",
  open_conversation_exists: "other_conversation",
  idempotency_mismatch: "failed",
};

/**
 * Sends a scheduled reply that's due and does its actions, or stops it. Another process may have done so meanwhile. Throws what trying
 * again may change.
 */
async function release(due: Due, admit: AdmitWriter): Promise<void> {
  let scope: OwnerScope | null = null;
  try {
    scope = await admit(due);
    if (due.state === "acting") return await act(due, scope);
    // If it's only the API key that was revoked, its person is left.
    if (!scope) return await stop(due, "access", (due.apiKeyId && (await admit({ ...due, apiKeyId: null }))) || "team");
    await send(due, scope);
  } catch (error) {
    const reason = error instanceof NotReleased ? error.reason : error instanceof AppError && STOPS[error.code];
    if (reason === null) return;
    if (due.state === "acting" || (!reason && due.tries < TRIES_MAX)) throw error;
    if (!reason)
      logFailure(error, "could not send a scheduled reply; it is stopped", { conversationId: due.conversationId });
    await stop(due, reason || "failed", reason === "access" ? "team" : scope);
  }
}

async function send({ id, conversationId, key, reply, ...due }: Due, scope: OwnerScope): Promise<void> {
  const { seenSeq, seenNote, visitorSeq, email } = due;
  const knew = { seenSeq, seenNote, visitorSeq, email };
  const sent = await sendReply(scope, conversationId, reply, { idempotencyKey: key, release: { id, knew } });
  // A request had stored it under its key.
  if (sent.replayed)
    await query(Prisma.sql`DELETE FROM scheduled_replies WHERE id = ${id}::uuid AND state = 'scheduled'`);
  else if (reply.actions) await endActions(scope, { conversationId, id }, sent.refused);
}

/** Does the actions of a reply that was sent. A writer without access can't do them, and isn't told about them. */
async function act({ id, conversationId, reply }: Due, scope: OwnerScope | null): Promise<void> {
  if (scope) await doActions(scope, { conversationId, id }, reply);
  else await query(Prisma.sql`DELETE FROM scheduled_replies WHERE id = ${id}::uuid AND state = 'acting'`);
}

/** Stops a reply, and marks its conversation unread: for its writer, who may have left it long ago, or for the team. */
async function stop(due: Due, reason: StopReason, unreadFor: OwnerScope | "team" | null): Promise<void> {
  const { id, conversationId } = due;
  await retryingConflicts(() =>
    transaction(async (tx) => {
      // First: if its writer sent it, took it back or put it off in this moment, nothing is left to be noticed.
      const stopped = await tx.query(Prisma.sql`
        UPDATE scheduled_replies SET state = 'stopped', reason = ${reason}, updated_at = clock_timestamp()
        WHERE id = ${id}::uuid AND state = 'scheduled' AND send_at <= clock_timestamp() RETURNING id`);
      if (stopped.length === 0) return;
      tx.afterCommit(() => publishChange({ kind: "scheduled", ...placeOf(due) }));
      if (unreadFor === "team") await markForTeam(tx, [conversationId]);
      else if (unreadFor) await markUnread(unreadFor, tx, conversationId);
    }),
  );
}

async function markUnread(scope: OwnerScope, tx: Transaction, conversationId: string): Promise<void> {
  const places = await updateInTransaction(scope, tx, ownConversation(scope, conversationId), { unread: true });
  tx.afterCommit(() => {
    for (const place of places) publishChange({ kind: "conversation", ...place });
  });
}

/** Ends what failed each time. A reply is stopped without the mark, which may be what failed. */
async function giveUp(due: Due): Promise<void> {
  if (due.state === "scheduled") return stop(due, "failed", null);
  const refused = Object.keys(due.reply.actions ?? {}).map((action) => ({
    action,
    code: "unavailable" satisfies ErrorCode,
  }));
  await query(Prisma.sql`
    UPDATE scheduled_replies SET state = 'sent', refused = ${JSON.stringify(refused)}::jsonb, updated_at = clock_timestamp()
    WHERE id = ${due.id}::uuid AND state = 'acting'`);
  publishChange({ kind: "scheduled", ...placeOf(due) });
}

const placeOf = ({ workspaceId, siteId, visitorId, conversationId }: Due): ConversationRef => ({
  ...{ workspaceId, siteId, visitorId, conversationId },
});

async function releaseOrGiveUp(due: Due, admit: AdmitWriter): Promise<void> {
  try {
    await release(due, admit);
  } catch (error) {
    if (due.tries < TRIES_MAX) throw error;
    logFailure(error, "could not send a scheduled reply; it is stopped", { conversationId: due.conversationId });
    await giveUp(due);
  }
}

/**
 * Sends the scheduled replies that are due. Any number of processes may: each is stored once. Returns after how long to look again,
 * in ms: when the next one is due, and a second at most.
 */
export async function releaseDue(admit: AdmitWriter, signal = new AbortController().signal): Promise<number> {
  while (!signal.aborted) {
    const found = await retryingConflicts(() => queryPrepared<Due>(FIND_DUE));
    if (found.length === 0) break;
    for (const due of found) {
      // One that fails mustn't hold up the others.
      await releaseOrGiveUp(due, admit).catch((error: unknown) =>
        logFailure(error, "could not send a scheduled reply; will retry", { conversationId: due.conversationId }),
      );
    }
  }
  const [next] = await queryPrepared<{ ms: number | null }>(FIND_NEXT);
  if (next?.ms == null) return EVERY_MS;
  return next.ms > 0 ? Math.min(next.ms, EVERY_MS) : BUSY_MS;
}

/** Sends scheduled replies when they're due. */
export const startReleasing = (admit: AdmitWriter, signal: AbortSignal): Promise<void> =>
  repeatWork(
    "scheduled replies",
    {
      everyMs: EVERY_MS,
      work: () => releaseDue(admit, signal),
      pauseMs: (ms) => ms,
      failure: "could not send scheduled replies; will retry",
    },
    signal,
  );
