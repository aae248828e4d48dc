import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { countingRows } from "./row-counter.ts";
import type { Table } from "./tables.ts";

/** Copies a table's rows as a stream, so that it takes no more memory for many than for few. */
export async function copyRows(
  from: Client,
  to: Client,
  { name, columns }: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  const list = columns.join(", ");
  const count = countingRows(onRows);
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    from.query(copyTo(`COPY (SELECT ${list} FROM ${name}) TO STDOUT`)),
    counter,
    to.query(copyFrom(`COPY ${name} (${list}) FROM STDIN`)),
  );
}
