import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { visitorLabel } from "../visitors/schema.ts";
import { ATTRIBUTE_LIMITS } from "./limits.ts";
import { wantedPairs } from "./rules.ts";

const { perSource, nameMax, valueMax } = ATTRIBUTE_LIMITS;
const VALUE = "must be a text, a number, true, false or null";

const attributeName = oneLine(nameMax);
const attributeText = oneLine(valueMax);

/** Attributes as a request has them. Their names may be ones that objects already have, such as __proto__. */
export type Attributes = Record<string, string | number | boolean | null>;

const given = z
  .custom<Attributes>()
  .superRefine((value: unknown, context) => {
    const refuse = (message: string, path: string[] = []) => context.addIssue({ code: "custom", message, path });
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return refuse(value === undefined ? "is required" : "must be an object");
    }
    const pairs = Object.entries(value);
    if (pairs.length === 0 || pairs.length > perSource) return refuse(`must be 1 to ${perSource} attributes`);
    for (const [name, one] of pairs) {
      const faultOfName = faultOf(attributeName, name);
      const faultOfOne = faultOfName ?? faultOfValue(one);
      if (faultOfName) refuse(`must have other names: one of them ${faultOfName}`);
      else if (faultOfOne) refuse(faultOfOne, [name]);
    }
  })
  .meta({
    type: "object",
    maxProperties: perSource,
    additionalProperties: { type: ["string", "number", "boolean", "null"], maxLength: valueMax },
    description: `By name, each one line of up to ${nameMax} characters. A value is a text of one line and up to ${valueMax} characters, a number, true or false. A text in ISO 8601, such as \`2026-12-01\` or \`2026-12-01T08:00:00Z\`, is a date. Null removes the attribute.`,
  });

function faultOfValue(value: unknown): string | undefined {
  if (value === null || typeof value === "boolean") return undefined;
  // A number such as 1e999.
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "must be a finite number";
  return typeof value === "string" ? faultOf(attributeText, value) : VALUE;
}

const faultOf = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message;

export const PutAttributesBody = z
  .object({ attributes: given })
  .meta({ examples: [{ attributes: { plan: "pro", seats: 12, trial: false, since: "2026-12-01", coupon: null } }] });
export type PutAttributesBody = z.infer<typeof PutAttributesBody>;

export const PersonParams = z.object({ siteId: uuid, externalId: visitorLabel });
export type PersonParams = z.infer<typeof PersonParams>;

/** The filter of the inbox: a name and a value. */
export const attributeFilter = oneLine(nameMax + 1 + valueMax).refine(
  (text) => wantedPairs(text).length > 0,
  "must be a name and a value, as in plan:pro",
);

/** What the page, or the site's server, says about a visitor. */
export const AttributeJson = z
  .strictObject({
    name: z.string(),
    kind: z.enum(["string", "number", "boolean", "date"]),
    value: z.union([z.string(), z.number(), z.boolean()]).describe("A date is a text in ISO 8601."),
    source: z
      .enum(["server", "page"])
      .describe("Who says so. The page's are claims, as anyone can change a page in their browser."),
    updatedAt: dateTime.describe("When it got this value."),
  })
  .meta({ id: "Attribute" });
export type AttributeJson = z.infer<typeof AttributeJson>;

export const AttributesResponse = z.strictObject({
  attributes: z.array(AttributeJson).describe("Those of the site's server come first, each by name."),
});
