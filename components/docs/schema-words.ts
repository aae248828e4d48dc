import type { JsonSchema } from "#routes/document/openapi.ts";

export type Field = {
  path: string;
  /** What it is, in words; a name of a shape stands in `refersTo` too. */
  type: string;
  refersTo?: string;
  isRequired: boolean;
  rules: string[];
  description: string;
};

const FORMATS: Record<string, string> = { uuid: "UUID", "date-time": "moment", email: "e-mail address" };

const shapeName = ($ref: string) => $ref.split("/").at(-1) ?? "";

/** What a schema lets through, in a few words. */
export function typeWords(schema: JsonSchema): string {
  const { $ref, const: only, enum: some, anyOf, oneOf, type, format, items } = schema;
  if ($ref !== undefined) return shapeName($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (some !== undefined) return some.map((one) => JSON.stringify(one)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(typeWords))].join(" or ");
  if (type === "array") return `list of ${typeWords(items ?? {})}`;
  if (format !== undefined) return FORMATS[format] ?? format;
  if (Array.isArray(type)) return type.join(" or ");
  return type ?? "anything";
}

function referredIn({ $ref, items, anyOf }: JsonSchema): string | undefined {
  if ($ref !== undefined) return shapeName($ref);
  if (items) return referredIn(items);
  return anyOf?.map(referredIn).find(Boolean);
}

function rangeWords(least: number | undefined, most: number | undefined, what: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${what}`];
  if (most !== undefined) return [`at most ${most}${what}`];
  return least === undefined ? [] : [`at least ${least}${what}`];
}

/** The rules of a value that its type does not say. */
export function ruleWords(schema: JsonSchema): string[] {
  const [choice] = (schema.anyOf ?? []).filter(({ maxLength }) => maxLength !== undefined);
  const { minLength, maxLength, minimum, maximum, maxItems, pattern } = { ...choice, ...schema };
  return [
    ...rangeWords(minLength, maxLength, " characters"),
    ...rangeWords(minimum, maximum, ""),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    // What forbids characters is said in the description.
    ...(pattern === undefined || pattern.startsWith("^[^") ? [] : [pattern]),
    ...(schema.default === undefined || schema.default === null ? [] : [`otherwise ${JSON.stringify(schema.default)}`]),
  ];
}

const describedIn = ({ description, anyOf = [] }: JsonSchema) =>
  description ?? anyOf.map((one) => one.description).find(Boolean) ?? "";

/** The fields of an object, those of objects within it too. */
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
