import { codePoints } from "#client/text-length.ts";

/** What the page around the widget says of its visitor. Nothing of it is proof of anything. */
export type Identity = { id?: string; name?: string; email?: string };

const LIMITS = { id: 200, name: 80, email: 160 };
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
// As the API judges it: one line, no characters that turn the reading direction, and something to see.
const UNUSABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[^\s\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Takes from a page's call what can be used, and tells its developer what cannot. */
export function readIdentity(given: unknown): Identity {
  const { identity, faults } = judgeIdentity(given);
  for (const name of faults) {
    // biome-ignore lint/suspicious/noConsole: the page's developer has no other place to read this
    console.warn(`Site Inbox: the ${name} given to identify cannot be used and is left out.`);
  }
  return identity;
}

function judgeIdentity(given: unknown): { identity: Identity; faults: string[] } {
  if (typeof given !== "object" || given === null) return { identity: {}, faults: ["visitor"] };
  const identity: Identity = {};
  const faults: string[] = [];
  for (const name of ["id", "name", "email"] as const) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined || value === null || value === "") continue;
    if (isUsable(name, value)) identity[name] = value;
    else faults.push(name);
  }
  return { identity, faults };
}

function isUsable(name: keyof Identity, value: unknown): value is string {
  if (typeof value !== "string" || UNUSABLE.test(value) || !VISIBLE.test(value)) return false;
  return codePoints(value) <= LIMITS[name] && (name !== "email" || EMAIL.test(value));
}
