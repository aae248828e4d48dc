import type { Client } from "pg";
import type { Table } from "./tables.ts";

/** A table's number of rows, and an order-independent checksum of their content. */
export type Fingerprint = { rows: number; checksum: string };

export async function fingerprint(client: Client, { name, columns }: Table): Promise<Fingerprint> {
  const hash = `sha256(convert_to(ROW(${columns.join(", ")})::text, 'UTF8'))`;
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `SELECT count(*) AS rows,
       coalesce(sum(('x' || encode(substr(${hash}, 1, 8), 'hex'))::bit(64)::bigint::numeric), 0)::text AS checksum
     FROM ${name}`,
  );
  const [row] = rows;
  if (!row) throw new Error(`no row for ${name}`);
  return { rows: Number(row.rows), checksum: row.checksum };
}
