import type { JsonSchema } from "#routes/document/openapi.ts";

const OF_ANY_TYPE = [null, 1.5, -7, true, "no such thing", ["no such thing"], { no: "such thing" }];

const letters = (count: number, { format }: JsonSchema) =>
  format === "email" ? `${"a".repeat(count - "@example.com".length)}@example.com` : "a".repeat(count);

/** Values on the wrong side of each rule of a schema, and some of every other type; some of them may be right all the same. */
export function doubtfulValues(schema: JsonSchema): unknown[] {
  const { maxLength, minLength, minimum, maximum, maxItems, items } = schema;
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(doubtfulValues);
  return [
    ...OF_ANY_TYPE,
    ...branches,
    ...(minLength === undefined ? [] : ["", "a".repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : [letters(maxLength + 1, schema), "\u{1f600}".repeat(maxLength + 1)]),
    ...(schema.pattern === undefined ? [] : ["a\0b", "a\nb", "a\u202eb"]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, (_, at) => `word ${at}`)]),
    ...(items ? doubtfulValues(items).map((value) => [value]) : []),
  ];
}
