import { z } from "zod";

/*
 * A backup is gzip of text: a line of JSON with what it is; for each table a line of JSON, the rows as COPY writes them, a row
 * a line, and a line with \. alone; at the end a line of JSON with a hash of all before it.
 */

export const FORMAT = 1;
export const ROWS_END = "\\.\n";

export const Head = z.object({
  siteInboxBackup: z.int(),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  tables: z.int(),
});
export type Head = z.infer<typeof Head>;

/** A table as the catalog named it, and the fingerprint of its rows. */
export const TableHead = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  checksum: z.string(),
});
export type TableHead = z.infer<typeof TableHead>;

export const Foot = z.object({ rows: z.int(), sha256: z.string() });
export type Foot = z.infer<typeof Foot>;
