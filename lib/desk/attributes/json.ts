import { givenValue } from "./rules.ts";
import type { AttributeJson } from "./schema.ts";
import type { AttributeRow } from "./statements.ts";

/** Returns attributes, the server's first, each source's by name. */
export const toAttributesJson = (rows: readonly AttributeRow[] | null): AttributeJson[] =>
  (rows ?? [])
    .map(({ name, kind, value, source, at }) => ({
      name,
      kind,
      value: givenValue(kind, value),
      source,
      updatedAt: new Date(at).toISOString(),
    }))
    .toSorted((one, other) => compare(other.source, one.source) || compare(one.name, other.name));

const compare = (one: string, other: string) => Number(one > other) - Number(one < other);
