import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { isUniqueViolation, retryingConflicts, WriteConflict } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, TEAMMATES } from "../../base/access/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF } from "../../base/changes/statements.ts";
import { markFor, storeNotices } from "../../outbox/notification-queue/notice-statements.ts";
import { colleagueWrote } from "../messages/statements.ts";
import type { AddNoteBody } from "./schema.ts";
import { refuseStale } from "./stale.ts";
import { NOTE_COLUMNS, type NoteRow } from "./statements.ts";

/** A stored note, and whether an earlier request with the same key stored it. Then this request changed nothing. */
type AddedNote = NoteRow & { replayed: boolean };

/**
 * Adds a note, once for each key, and marks the conversation unread for those it mentions. Neither `updatedAt` nor the
 * visitor's side of the conversation changes. Throws `not_found`, `idempotency_mismatch`, `stale_reply` if a colleague
 * added a note after `seenNote`, or `invalid_request` if someone mentioned has no access.
 */
export async function addNote(
  scope: OwnerScope,
  conversationId: string,
  input: AddNoteBody,
  key: string | null,
): Promise<AddedNote> {
  const added = await retryingConflicts(() => tryToAdd(scope, conversationId, input, key), "conflict");
  if (added) return added;
  await refuseStale(scope, conversationId, { seenNote: input.seenNote });
  // The newer note was deleted with its conversation meanwhile.
  throw new AppError("not_found");
}

async function tryToAdd(
  scope: OwnerScope,
  conversationId: string,
  input: AddNoteBody,
  key: string | null,
): Promise<AddedNote | null> {
  try {
    return await transaction((tx) => add(scope, tx, { conversationId, input, key }));
  } catch (error) {
    // The key was used in another conversation at the same time.
    if (isUniqueViolation(error)) throw new WriteConflict();
    throw error;
  }
}

type Adding = { conversationId: string; input: AddNoteBody; key: string | null };

/** Returns null if a colleague added a note meanwhile. */
async function add(
  scope: OwnerScope,
  tx: Transaction,
  { conversationId, input, key }: Adding,
): Promise<AddedNote | null> {
  const { note: body } = input;
  const mentions = [...new Set(input.mentions)];
  // The lock makes the notes of a conversation take turns, so that `seq` has no gaps.
  const [place] = await tx.query<ConversationRef>(Prisma.sql`
    SELECT ${CONVERSATION_REF} FROM conversations c WHERE ${ownConversation(scope, conversationId)} FOR NO KEY UPDATE`);
  if (!place) throw new AppError("not_found");
  if (key !== null) {
    const [known] = await tx.query<NoteRow>(Prisma.sql`
      SELECT ${NOTE_COLUMNS} FROM notes n WHERE n.author_id = ${scope.userId}::uuid AND n.key = ${key}`);
    if (known && (known.conversationId !== conversationId || known.body !== body))
      throw new AppError("idempotency_mismatch");
    if (known) return { ...known, replayed: true };
  }
  const crosses = colleagueWrote(scope, Prisma.sql`${conversationId}::uuid`, { seenNote: input.seenNote });
  const [seen] = crosses ? await tx.query<{ isStale: boolean }>(Prisma.sql`SELECT ${crosses} AS "isStale"`) : [];
  if (seen?.isStale) return null;
  if (mentions.length > 0) await markMentioned(scope, tx, conversationId, mentions);
  const [row] = await tx.query<NoteRow>(Prisma.sql`
    WITH conversation AS (
      UPDATE conversations c SET note_seq = c.note_seq + 1, idle_since = clock_timestamp() WHERE c.id = ${conversationId}::uuid
      RETURNING c.id, c.workspace_id, c.site_id, c.note_seq
    ), n AS (
      INSERT INTO notes (id, conversation_id, workspace_id, site_id, seq, author_id, body, mentions, key, created_at)
      SELECT ${newId()}::uuid, c.id, c.workspace_id, c.site_id, c.note_seq, ${scope.userId}::uuid, ${body},
        ${mentions}::uuid[], ${key}, clock_timestamp()
      FROM conversation c
      RETURNING *
    )
    SELECT ${NOTE_COLUMNS} FROM n`);
  if (!row) throw new WriteConflict();
  tx.afterCommit(() => {
    publishChange({ kind: "note", seq: row.seq, ...place });
    if (mentions.length > 0) wakeJobs("notification");
  });
  return { ...row, replayed: false };
}

async function markMentioned(
  scope: OwnerScope,
  tx: Transaction,
  conversationId: string,
  mentions: string[],
): Promise<void> {
  const reached = await tx.query<{ userId: string }>(Prisma.sql`
    SELECT m.user_id AS "userId" FROM conversations c CROSS JOIN ${TEAMMATES(Prisma.sql`c`)}
    WHERE c.id = ${conversationId}::uuid AND m.user_id = ANY (${mentions}::uuid[])`);
  if (reached.length < mentions.length) {
    throw new AppError("invalid_request", {
      errors: [{ path: "mentions", message: "must be teammates with access to this conversation" }],
    });
  }
  const others = mentions.filter((id) => id !== scope.userId);
  await tx.query(
    storeNotices({
      from: Prisma.sql`(
        SELECT given.id AS user_id, c.workspace_id, c.id AS conversation_id
        FROM conversations c, unnest(${others}::uuid[]) AS given (id) WHERE c.id = ${conversationId}::uuid
      ) n`,
      kind: "mention",
    }),
  );
  await tx.query(
    markFor("mention", {
      from: Prisma.sql`(
        SELECT given.id AS user_id, c.id AS conversation_id, c.updated_at, c.note_seq + 1 AS note
        FROM conversations c, unnest(${others}::uuid[]) AS given (id) WHERE c.id = ${conversationId}::uuid
      ) n`,
      by: scope.userId,
      note: Prisma.sql`n.note`,
    }),
  );
}

/** Notifies teammates that the caller is writing a note. Nothing is stored. Throws `not_found`. */
export async function publishNoteTyping(scope: OwnerScope, conversationId: string): Promise<void> {
  const [place] = await query<ConversationRef>(Prisma.sql`
    SELECT ${CONVERSATION_REF} FROM conversations c WHERE ${ownConversation(scope, conversationId)}`);
  if (!place) throw new AppError("not_found");
  publishChange({ kind: "note-typing", userId: scope.userId, ...place });
}
