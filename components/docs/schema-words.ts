import { docsCopy } from "#components/catalogs/docs.tsx";
import type { JsonSchema } from "#routes/document/openapi.ts";

export type Field = {
  path: string;
  /** The type's label. A named shape is in `refersTo` too. */
  type: string;
  refersTo?: string;
  isRequired: boolean;
  rules: string[];
  description: string;
};

const shapeName = ($ref: string) => $ref.split("/").at(-1) ?? "";

/** Describes what a schema accepts in a few words. */
export function typeWords(schema: JsonSchema): string {
  const { $ref, const: only, enum: some, anyOf, oneOf, type, format, items } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (some !== undefined) return some.map((one) => JSON.stringify(one)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return docsCopy.either([...new Set(choices.map(typeWords))]);
  if (type === "array") return docsCopy.listOf(typeWords(items ?? {}));
  if (format !== undefined) return docsCopy.formats[format] ?? format;
  if (Array.isArray(type)) return docsCopy.either(type);
  return type ?? docsCopy.anything;
}

function referredIn({ $ref, items, anyOf }: JsonSchema): string | undefined {
  if ($ref !== undefined) return shapeName($ref);
  if (items) return referredIn(items);
  return anyOf?.map(referredIn).find(Boolean);
}

/** Describes the rules that the type doesn't show. */
export function ruleWords(schema: JsonSchema): string[] {
  const [choice] = (schema.anyOf ?? []).filter(({ maxLength }) => maxLength !== undefined);
  const { minLength, maxLength, minimum, maximum, maxItems, pattern } = { ...choice, ...schema };
  return [
    ...docsCopy.characters(minLength, maxLength),
    ...docsCopy.numbers(minimum, maximum),
    ...(maxItems === undefined ? [] : [docsCopy.atMost(maxItems)]),
    // The description names forbidden characters.
    ...(pattern === undefined || pattern.startsWith("^[^") ? [] : [pattern]),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [docsCopy.default(JSON.stringify(schema.default))]),
  ];
}

const describedIn = ({ description, anyOf = [] }: JsonSchema) =>
  description ?? anyOf.map((one) => one.description).find(Boolean) ?? "";

/** Returns an object's fields, including those of nested objects. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, within = ""): Field[] {
  return Object.entries(properties).flatMap(([name, schema]): Field[] => {
    const path = within + name;
    const refersTo = referredIn(schema);
    const own: Field = {
      path,
      type: typeWords(schema),
      ...(refersTo !== undefined && { refersTo }),
      isRequired: required.includes(name),
      rules: ruleWords(schema),
      description: describedIn(schema),
    };
    const inner = schema.type === "array" ? (schema.items ?? {}) : schema;
    return [own, ...fieldsOf(inner, `${path}${schema.type === "array" ? "[]" : ""}.`)];
  });
}
