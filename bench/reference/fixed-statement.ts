import { randomUUIDv7 } from "node:crypto";
import type { Prisma } from "#prisma-client";

/** A placeholder for the input while a statement is built, and what replaces it in each request. */
type Places<Input> = ReadonlyMap<unknown, (input: Input) => unknown>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * One of the service's own statements with its text built once, as in SQL written by hand. Ids that the statement generates
 * are generated for each request. With a name, each connection plans it once, as for the statements the service prepares.
 */
export function fixedStatement<Input>({ text, values }: Prisma.Sql, places: Places<Input>, name?: string) {
  const readers = values.map((value) => {
    const read = places.get(value);
    if (read) return read;
    return typeof value === "string" && UUID.test(value) ? () => randomUUIDv7() : () => value;
  });
  return (input: Input) => ({ ...(name && { name }), text, values: readers.map((read) => read(input)) });
}
