import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { FILE_COLUMNS, type FileRow } from "../../files/files/statements.ts";
import type { ScheduledRow } from "./statements.ts";

/** A scheduled reply with those of its files that are still there, in order. */
export type ScheduledReply = ScheduledRow & { files: readonly FileRow[] };

/** Adds to scheduled replies their files. If none has any, nothing is read. */
export async function withScheduledFiles(rows: readonly ScheduledRow[]): Promise<ScheduledReply[]> {
  const ids = rows.flatMap(({ fileIds }) => fileIds);
  const found =
    ids.length === 0
      ? []
      : await query<FileRow>(Prisma.sql`
        SELECT ${FILE_COLUMNS(Prisma.sql`f`, Prisma.sql`o`)} FROM files f JOIN stored_files o ON o.hash = f.hash
        WHERE f.id = ANY (${ids}::uuid[])`);
  const files = new Map(found.map((file) => [file.id, file]));
  return rows.map((row) => ({ ...row, files: row.fileIds.flatMap((id) => files.get(id) ?? []) }));
}
