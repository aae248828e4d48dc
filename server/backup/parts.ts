import { z } from "zod";

/*
 * A backup is gzipped text: a line of JSON that describes it; for each table a line of JSON, the rows in COPY's
 * format, one per line, and a line with only \.; at the end a line of JSON with a hash of everything before it.
 *
 * In format 2, files come before the end: for each content a line of JSON, and its bytes in pieces, each after a line with
 * its length; a line with 0 ends them. A content that's only listed has no pieces.
 */

export const FORMAT = 1;
export const FORMAT_WITH_FILES = 2;
export const FILE_END = "0\n";
export const ROWS_END = "\\.\n";

/** Whether a backup contains the files of messages, or lists them: then they're in a bucket. */
const FilesForm = z.enum(["contained", "listed"]);
export type FilesForm = z.infer<typeof FilesForm>;

export const BackupHead = z.object({
  siteInboxBackup: z.int(),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  tables: z.int(),
  /** Only in format 2. */
  files: FilesForm.optional(),
  /** The service's secrets, sealed with BACKUP_PASSPHRASE (sealed-secret.ts). Earlier versions ignore them. */
  secret: z.string().optional(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** A table's name and columns, and the fingerprint of its rows. */
export const TableHead = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  checksum: z.string(),
});
export type TableHead = z.infer<typeof TableHead>;

/** The key of a content, which begins with its SHA-256, and its size. */
export const FileHead = z.object({ file: z.string(), size: z.int() });
export type FileHead = z.infer<typeof FileHead>;

export const BackupFoot = z.object({ rows: z.int(), sha256: z.string() });
export type BackupFoot = z.infer<typeof BackupFoot>;
