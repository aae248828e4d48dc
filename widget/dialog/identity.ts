import { codePoints, isBlank } from "#platform/characters.ts";
import { isEmailAddress } from "#platform/email-address.ts";
import type { Identity } from "../bridge.ts";

const LIMITS = { id: 200, hash: 64, name: 80, email: 160 };
const FORMS: { [name in keyof Identity]?: (value: string) => boolean } = {
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
  return { identity, faults };
}

function isUsable(name: keyof Identity, value: unknown): value is string {
  if (typeof value !== "string" || UNUSABLE.test(value) || isBlank(value)) return false;
  return codePoints(value) <= LIMITS[name] && (FORMS[name]?.(value) ?? true);
}
