import { Prisma } from "#prisma-client";

export type FileRow = {
  id: string;
  workspaceId: string;
  messageId: string | null;
  name: string;
  size: number;
  mediaType: string;
  width: number | null;
  height: number | null;
  thumbnails: Thumbnails;
};

/** Whether there are smaller pictures of a file. `failed` if it can't be decoded. */
export type Thumbnails = "none" | "waiting" | "made" | "failed";

/** The columns of a FileRow, from `files` and `stored_files`. */
export const FILE_COLUMNS = (f: Prisma.Sql, s: Prisma.Sql) => Prisma.sql`
  ${f}.id, ${f}.workspace_id AS "workspaceId", ${f}.message_id AS "messageId", ${f}.name, ${f}.size,
  ${s}.media_type AS "mediaType", ${s}.width, ${s}.height, ${s}.thumbnails`;

/** A file that can be opened: where its content is. */
export type OpenableFile = FileRow & { hash: string; storageKey: string };

export const OPENABLE_COLUMNS = Prisma.sql`
  ${FILE_COLUMNS(Prisma.sql`f`, Prisma.sql`o`)}, o.hash, o.storage_key AS "storageKey"`;

/** How many bytes the files of a workspace take, as an expression. */
export const usedBytes = (workspaceId: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(sum(size), 0)::float8 FROM files WHERE workspace_id = ${workspaceId})`;

/** A content that was written to the storage under a new key. Rows with the same `hash` are stored once. */
export type NewContent = {
  hash: string;
  storageKey: string;
  size: number;
  mediaType: string;
  width: number | null;
  height: number | null;
};

/** Stores the row of a content, unless the same one is stored already, and returns where it is. */
export const storeContentRow = (
  { hash, storageKey, size, mediaType, width, height }: NewContent,
  thumbnails: Thumbnails,
) => Prisma.sql`
  INSERT INTO stored_files (hash, storage_key, size, media_type, width, height, thumbnails)
  VALUES (${hash}, ${storageKey}, ${size}, ${mediaType}, ${width}, ${height}, ${thumbnails})
  ON CONFLICT (hash) DO UPDATE SET abandoned_at = NULL RETURNING stored_files.hash, storage_key, stored_files.thumbnails`;
