import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countStaleReply } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import { viewerOf } from "../../files/files/links.ts";
import { toMessageJson } from "../messages/json.ts";
import type { MessageRow } from "../messages/queries.ts";
import type { Seen } from "../messages/schema.ts";
import { messageColumns } from "../messages/statements.ts";
import { withFiles } from "../messages/with-files.ts";
import { toNoteJson } from "./json.ts";
import { NOTE_COLUMNS, type NoteRow } from "./statements.ts";

const NEWER_MAX = 20;

/**
 * Throws `stale_reply` with what colleagues wrote after what the caller saw: their newest messages and notes, at most 20
 * each. A position that isn't given isn't looked at.
 */
export async function refuseStale(
  scope: OwnerScope,
  conversationId: string,
  { seenSeq, seenNote }: Seen,
): Promise<void> {
  if (seenSeq === undefined && seenNote === undefined) return;
  const own = ownConversation(scope, conversationId);
  const [messages, notes, [last]] = await Promise.all([
    query<MessageRow>(Prisma.sql`
      SELECT ${messageColumns(scope)} FROM conversations c JOIN messages m ON m.conversation_id = c.id
      WHERE ${own} AND m.seq > ${seenSeq ?? null}::int AND m.sender_type = 'owner' AND m.deleted_at IS NULL AND m.sender_id <> ${scope.userId}::uuid
      ORDER BY m.seq DESC LIMIT ${NEWER_MAX}`),
    query<NoteRow>(Prisma.sql`
      SELECT ${NOTE_COLUMNS} FROM conversations c JOIN notes n ON n.conversation_id = c.id
      WHERE ${own} AND n.seq > ${seenNote ?? null}::int AND n.author_id <> ${scope.userId}::uuid
      ORDER BY n.seq DESC LIMIT ${NEWER_MAX}`),
    query<{ lastSeq: number; lastNote: number }>(Prisma.sql`
      SELECT c.last_seq AS "lastSeq", c.note_seq AS "lastNote" FROM conversations c WHERE ${own}`),
  ]);
  if (!last || messages.length + notes.length === 0) return;
  countStaleReply(scope.via);
  const viewer = viewerOf(scope);
  throw new AppError("stale_reply", {
    newer: {
      messages: (await withFiles(messages.reverse(), { forTeam: true })).map((message) =>
        toMessageJson(message, viewer),
      ),
      notes: notes.reverse().map(toNoteJson),
      ...last,
    },
  });
}
