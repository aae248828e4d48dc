import { Prisma } from "#prisma-client";
import { PERSON_NAME } from "../../base/access/statements.ts";

export type NoteRow = {
  id: string;
  conversationId: string;
  seq: number;
  authorId: string;
  /** Null if the author's account was deleted. */
  authorName: string | null;
  authorPhoto: string | null;
  body: string;
  mentions: string[];
  createdAt: Date;
};

/** What the team calls the author of a note, `n`. */
export const NOTE_AUTHOR = Prisma.sql`(
  SELECT ${PERSON_NAME} FROM users u WHERE u.id = n.author_id
)`;

/** How many notes there are about a conversation, `c`. */
export const NOTE_COUNT = Prisma.sql`
  CASE WHEN c.note_seq > 0 THEN (SELECT count(*)::int FROM notes n WHERE n.conversation_id = c.id) ELSE 0 END`;
const NOTE_AUTHOR_PHOTO = Prisma.sql`(
  SELECT u.photo_hash FROM users u WHERE u.id = n.author_id AND u.closed_at IS NULL
)`;

/** The columns of a NoteRow, from a table or CTE named `n`. */
export const NOTE_COLUMNS = Prisma.sql`
  n.id, n.conversation_id AS "conversationId", n.seq, n.author_id AS "authorId", ${NOTE_AUTHOR} AS "authorName",
  ${NOTE_AUTHOR_PHOTO} AS "authorPhoto", n.body, n.mentions::text[] AS mentions, n.created_at AS "createdAt"`;
