import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Table } from "./tables.ts";

const LINE_END = 0x0a;

/** Copies a table's rows as a stream, so that it takes no more memory for many than for few. */
export async function copyRows(
  from: Client,
  to: Client,
  { name, columns }: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  const list = columns.join(", ");
  let rows = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // COPY writes a row a line, and a line break within a value as two other characters.
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      onRows(rows);
      done(null, chunk);
    },
  });
  await pipeline(
    from.query(copyTo(`COPY (SELECT ${list} FROM ${name}) TO STDOUT`)),
    counter,
    to.query(copyFrom(`COPY ${name} (${list}) FROM STDIN`)),
  );
}
