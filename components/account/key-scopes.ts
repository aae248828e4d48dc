import type { ApiKeyScope } from "#lib/api-keys/schema.ts";

/** What a key of each scope may do, in words. */
export const KEY_SCOPES: { scope: ApiKeyScope; name: string; words: string }[] = [
  { scope: "read", name: "Read", words: "Sees sites, conversations and messages, and changes nothing." },
  { scope: "write", name: "Read and write", words: "Also answers visitors, and changes conversations and sites." },
  {
    scope: "manage",
    name: "Manage",
    words: "Also exports, deletes and erases, and sets up identity secrets and webhooks.",
  },
];

export const scopeName = (scope: ApiKeyScope): string => KEY_SCOPES.find((one) => one.scope === scope)?.name ?? scope;
