import { codePoints } from "#platform/characters.ts";
import { ATTRIBUTE_LIMITS } from "./limits.ts";

export type AttributeKind = "string" | "number" | "boolean" | "date";

/** A value as it's stored: the canonical text of its kind, and what filters compare. */
export type StoredValue = { kind: AttributeKind; value: string; key: string };

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Returns a value as it's stored. A text is a date if it's a day or a moment in ISO 8601. */
export function storedValue(given: string | number | boolean): StoredValue {
  if (typeof given === "boolean") return stored("boolean", String(given));
  // -0 is 0.
  if (typeof given === "number") return stored("number", String(given + 0));
  const date = canonicalDate(given);
  return date === null ? stored("string", given) : stored("date", date);
}

const stored = (kind: AttributeKind, value: string): StoredValue => ({ kind, value, key: value.toLowerCase() });

function canonicalDate(text: string): string | null {
  const isDay = DAY.test(text);
  if (!isDay && !MOMENT.test(text)) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return null;
  const iso = date.toISOString();
  if (!isDay) return iso;
  // February 30 would become March 2.
  return iso.startsWith(text) ? text : null;
}

/** Returns a stored value as the API has it. */
export function givenValue(kind: AttributeKind, value: string): string | number | boolean {
  if (kind === "number") return Number(value);
  return kind === "boolean" ? value === "true" : value;
}

/** Names an attribute's value in a filter. */
export const attributeFilter = (name: string, value: string | number | boolean) => `${name}:${value}`;

/** Returns every name with the value's key that a filter may mean: names and values may contain colons too. */
export function wantedPairs(filter: string): { name: string; key: string }[] {
  const pairs: { name: string; key: string }[] = [];
  for (let at = filter.indexOf(":"); at >= 0; at = filter.indexOf(":", at + 1)) {
    const [name, value] = [filter.slice(0, at), filter.slice(at + 1)];
    if (codePoints(name) > ATTRIBUTE_LIMITS.nameMax) break;
    if (name !== "" && value !== "") pairs.push({ name, key: storedValue(value).key });
  }
  return pairs;
}
