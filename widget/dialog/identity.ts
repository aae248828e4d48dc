import { codePoints, isBlank } from "#platform/characters.ts";
import type { Identity } from "../bridge.ts";

const LIMITS = { id: 200, hash: 64, name: 80, email: 160 };
const FORMS: { [name in keyof Identity]?: RegExp } = {
  hash: /^[0-9a-f]{64}$/i,
  email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
};
// The API's rule: one line, and no bidi controls.
const UNUSABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Returns the usable fields of a page's call, and names the others. */
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
  return { identity, faults };
}

function isUsable(name: keyof Identity, value: unknown): value is string {
  if (typeof value !== "string" || UNUSABLE.test(value) || isBlank(value)) return false;
  return codePoints(value) <= LIMITS[name] && (FORMS[name]?.test(value) ?? true);
}
