import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import type { Querying } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

/** How many values of a column the current key opens, how many only the previous one, and how many neither. */
export type SealedCount = { column: SealedColumn; current: number; previous: number; unreadable: number };

/** Encryption keys, the current one first. */
export type Keys = [current: Buffer, ...previous: Buffer[]];

type Row = { key: string; owner: string; sealed: Buffer };

const AT_ONCE = 500;

async function readPage(tx: Querying, column: SealedColumn, after: string | null): Promise<Row[]> {
  const [table, value, key] = [column.table, column.column, column.key].map((name) => Prisma.raw(`"${name}"`));
  return tx.query<Row>(Prisma.sql`
    SELECT ${key}::text AS key, ${Prisma.raw(column.owner)} AS owner, ${value} AS sealed FROM ${table}
    WHERE ${value} IS NOT NULL AND (${after}::text IS NULL OR ${key} > ${after}::text::${Prisma.raw(column.keyType)})
    ORDER BY ${table}.${key} LIMIT ${AT_ONCE}`);
}

async function* readPages(tx: Querying, column: SealedColumn): AsyncGenerator<Row[]> {
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await readPage(tx, column, after);
    yield rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.key ?? null;
  }
}

/** Counts what's sealed by the keys that open it. It reads every sealed value. */
export async function countSealed(tx: Querying, keys: Buffer[]): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of SEALED_COLUMNS) {
    const count = { column, current: 0, previous: 0, unreadable: 0 };
    for await (const rows of readPages(tx, column)) {
      for (const { sealed, owner } of rows) {
        const opened = openSealed(sealed, owner, keys);
        count[opened === null ? "unreadable" : opened.isCurrent ? "current" : "previous"] += 1;
      }
    }
    counts.push(count);
  }
  return counts;
}

/** Returns the primary keys of the rows whose value no key opens. */
export async function listUnreadable(tx: Querying, column: SealedColumn, keys: Keys): Promise<string[]> {
  const unreadable: string[] = [];
  for await (const rows of readPages(tx, column)) {
    for (const { key, sealed, owner } of rows) if (!openSealed(sealed, owner, keys)) unreadable.push(key);
  }
  return unreadable;
}

/** Where a pass over a column is: how many values it sealed again, and the last key it saw, if there are more. */
export type SealedPage = { sealed: number; after: string | null };

/**
 * Seals a page of a column's values again with the current key. A value that changes meanwhile is left: the process that
 * changed it sealed it.
 */
export async function sealPage(
  tx: Querying,
  column: SealedColumn,
  { after, keys }: { after: string | null; keys: Keys },
): Promise<SealedPage> {
  const rows = await readPage(tx, column, after);
  const changed = rows.flatMap(({ key, owner, sealed }) => {
    const opened = openSealed(sealed, owner, keys);
    return opened && !opened.isCurrent ? [{ key, old: sealed, sealed: sealText(opened.text, owner, keys) }] : [];
  });
  if (changed.length > 0) await store(tx, column, changed);
  return { sealed: changed.length, after: rows.length < AT_ONCE ? null : (rows.at(-1)?.key ?? null) };
}

async function store(tx: Querying, column: SealedColumn, rows: { key: string; old: Buffer; sealed: Buffer }[]) {
  const [table, value, key] = [column.table, column.column, column.key].map((name) => Prisma.raw(`"${name}"`));
  const [keys, old, sealed] = [rows.map((row) => row.key), rows.map((row) => row.old), rows.map((row) => row.sealed)];
  await tx.query(Prisma.sql`
    UPDATE ${table} SET ${value} = changed.sealed
    FROM unnest(${keys}::text[], ${old}::bytea[], ${sealed}::bytea[]) AS changed (key, old, sealed)
    WHERE ${table}.${key} = changed.key::${Prisma.raw(column.keyType)} AND ${table}.${value} = changed.old`);
}
