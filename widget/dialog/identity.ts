import { codePoints, isBlank } from "#platform/characters.ts";
import { isEmailAddress } from "#platform/email-address.ts";
import type { Identity } from "../bridge.ts";

type Field = "id" | "hash" | "name" | "email";

const LIMITS = { id: 200, hash: 64, name: 80, email: 160 };
const ATTRIBUTES_MAX = 50;
const ATTRIBUTE_NAME_MAX = 50;
const ATTRIBUTE_MAX = 500;
const FORMS: { [name in Field]?: (value: string) => boolean } = {
  hash: (value) => /^[0-9a-f]{64}$/i.test(value),
  email: isEmailAddress,
};
// The API's rule: one line, and no bidi controls.
const UNUSABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Returns the fields of a page's call that the API accepts, and names the others. No message is lost to a page's mistake. */
export function judgeIdentity(given: unknown): { identity: Identity; faults: string[] } {
  if (typeof given !== "object" || given === null) return { identity: {}, faults: ["visitor"] };
  const identity: Identity = {};
  const faults: string[] = [];
  for (const name of ["id", "hash", "name", "email"] as const) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined || value === null || value === "") continue;
    // A hash proves the id next to it.
    if (isUsable(name, value) && (name !== "hash" || identity.id)) identity[name] = value;
    else faults.push(name);
  }
  const attributes = judgeAttributes(Reflect.get(given, "attributes"), faults);
  if (attributes.length > 0) identity.attributes = JSON.stringify(attributes);
  return { identity, faults };
}

/** Returns the usable attributes as pairs: their names may be ones that objects already have, such as `__proto__`. */
function judgeAttributes(given: unknown, faults: string[]): [string, unknown][] {
  if (given === undefined || given === null) return [];
  const pairs = typeof given === "object" ? Object.entries(given) : [];
  if (pairs.length > ATTRIBUTES_MAX || typeof given !== "object" || Array.isArray(given)) faults.push("attributes");
  const usable: [string, unknown][] = [];
  for (const [name, value] of Array.isArray(given) ? [] : pairs.slice(0, ATTRIBUTES_MAX)) {
    const kept = attributeValue(value);
    const isUsed = isLine(name, ATTRIBUTE_NAME_MAX) && kept !== undefined;
    // What's removed comes first, and makes room for the rest.
    if (isUsed) usable[kept === null ? "unshift" : "push"]([name, kept]);
    else faults.push(`attribute ${name.slice(0, ATTRIBUTE_NAME_MAX)}`);
  }
  return usable;
}

/** Returns a value as the API accepts it, null if there's none, and undefined if it can't be used. */
function attributeValue(value: unknown): string | number | boolean | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  // A date that isn't one has no text.
  const text = value instanceof Date && Number.isFinite(value.getTime()) ? value.toISOString() : value;
  return typeof text === "string" && isLine(text, ATTRIBUTE_MAX) ? text : undefined;
}

const isLine = (value: string, max: number) => !UNUSABLE.test(value) && !isBlank(value) && codePoints(value) <= max;

function isUsable(name: Field, value: unknown): value is string {
  return typeof value === "string" && isLine(value, LIMITS[name]) && (FORMS[name]?.(value) ?? true);
}
