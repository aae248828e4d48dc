import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { JsonSchema } from "./openapi.ts";

type Direction = "input" | "output";

/** Converts zod schemas to JSON Schema, and collects the named ones (`.meta({ id })`) as components. */
export class SchemaBook {
  readonly #named = new Map<string, JsonSchema>();

  /** Describes what a schema accepts, or what it returns. */
  describe(schema: z.ZodType, direction: Direction): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...described
    } = z.toJSONSchema(schema, {
      io: direction,
      unrepresentable: "any",
      override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema),
    });
    for (const [name, named] of Object.entries($defs)) this.#keep(name, withReferences(named as JsonSchema));
    return withReferences(described as JsonSchema);
  }

  /** Returns all named schemas, ordered by name. */
  get named(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #keep(name: string, schema: JsonSchema): void {
    const known = this.#named.get(name);
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are called ${name}`);
    this.#named.set(name, schema);
  }
}

// Formats replace zod's long patterns, and JavaScript's number range is left out. An object may gain fields later
// (docs/versions.md), so the document doesn't promise that it has no others.
function tidy(schema: JsonSchema): void {
  if (schema.format === "uuid" || schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

const withReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
