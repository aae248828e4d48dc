import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import type { ListNotesQuery } from "./schema.ts";
import { NOTE_COLUMNS, type NoteRow } from "./statements.ts";

export type NotePage = { notes: NoteRow[]; hasMore: boolean };

const beforeRange = (before: number | undefined) =>
  before === undefined ? Prisma.empty : Prisma.sql`AND seq < ${before}`;

/**
 * Returns a page of a conversation's notes, oldest first; without a position, the newest ones. One statement: for a
 * conversation out of reach it has no row, for an empty page one row without a note. Throws `not_found`.
 */
export async function listNotes(
  scope: OwnerScope,
  conversationId: string,
  { after, before, limit }: ListNotesQuery,
): Promise<NotePage> {
  const range = after !== undefined ? Prisma.sql`AND seq > ${after}` : beforeRange(before);
  const order = after !== undefined ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await queryPrepared<NoteRow | { id: null }>(Prisma.sql`
    SELECT ${NOTE_COLUMNS}
    FROM conversations c
    LEFT JOIN LATERAL (
      SELECT * FROM notes WHERE conversation_id = c.id ${range} ORDER BY seq ${order} LIMIT ${limit + 1}
    ) n ON true
    WHERE ${ownConversation(scope, conversationId)}
    ORDER BY n.seq ${order}`);
  if (rows.length === 0) throw new AppError("not_found");
  const found = rows.filter((row) => row.id !== null);
  const notes = found.slice(0, limit);
  return { notes: after !== undefined ? notes : notes.reverse(), hasMore: found.length > limit };
}
