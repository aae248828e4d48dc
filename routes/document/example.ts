import type { JsonSchema } from "./openapi.ts";
import { SAMPLES } from "./samples.ts";

const REFERENCE = "#/components/schemas/";
// Fields that most responses lack.
const SELDOM = new Set([
  "Conversation.spam",
  "Conversation.visitorBlocked",
  "Conversation.excerpt",
  "Message.automatic",
  "Message.via",
  "Message.mail",
]);
const A_MOMENT = "2026-11-21T09:42:07.000Z";

type Place = { field: string; within: string };

/** Returns the name of the schema that a reference points to. */
export const referredName = ($ref: string): string => $ref.slice(REFERENCE.length);

const isNull = ({ type, const: only }: JsonSchema) => type === "null" || only === null;
const typeOf = ({ type }: JsonSchema) => (Array.isArray(type) ? type.find((one) => one !== "null") : type);

/** Builds realistic example values for schemas. */
export class Examples {
  readonly #named: Record<string, JsonSchema>;

  constructor(named: Record<string, JsonSchema>) {
    this.#named = named;
  }

  of(schema: JsonSchema, place: Place = { field: "", within: "" }): unknown {
    if (schema.$ref !== undefined) {
      const name = referredName(schema.$ref);
      return this.of(this.#named[name] ?? {}, { ...place, within: name });
    }
    if (schema.examples?.[0] !== undefined) return schema.examples[0];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    const choice = (schema.anyOf ?? schema.oneOf)?.find((one) => !isNull(one) && one.const !== "");
    if (choice) return this.of(choice, place);
    return this.#ofType(schema, place);
  }

  #ofType(schema: JsonSchema, { field, within }: Place): unknown {
    const type = typeOf(schema);
    if (type === "object") return this.#ofObject(schema, within);
    if (type === "array") return [this.of(schema.items ?? {}, { field, within })];
    if (type === "boolean") return schema.default ?? true;
    const sample = SAMPLES[`${within}.${field}`] ?? SAMPLES[field];
    const isFitting = typeof sample === (type === "integer" ? "number" : type);
    if (isFitting) return sample;
    if (schema.default !== undefined && schema.default !== null) return schema.default;
    if (type === "integer") return schema.minimum ?? 1;
    if (schema.format === "uuid") return SAMPLES.conversationId;
    return schema.format === "date-time" ? A_MOMENT : "text";
  }

  #ofObject({ properties = {} }: JsonSchema, within: string): Record<string, unknown> {
    const shown = Object.entries(properties).filter(([field]) => !SELDOM.has(`${within}.${field}`));
    return Object.fromEntries(shown.map(([field, schema]) => [field, this.of(schema, { field, within })]));
  }
}
