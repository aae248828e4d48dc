import { z } from "zod";

/*
 * A backup is gzipped text: a line of JSON that describes it; for each table a line of JSON, the rows in COPY's
 * format, one per line, and a line with only \.; at the end a line of JSON with a hash of everything before it.
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

/** A table's name and columns, and the fingerprint of its rows. */
export const TableHead = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  checksum: z.string(),
});
export type TableHead = z.infer<typeof TableHead>;

export const Foot = z.object({ rows: z.int(), sha256: z.string() });
export type Foot = z.infer<typeof Foot>;
