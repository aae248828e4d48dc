import { randomUUIDv7 } from "node:crypto";
import { cutText } from "#platform/text.ts";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import type { Side } from "../changes/change.ts";

const PREVIEW_MAX = 140;

/** Returns a message on one line for lists: white space collapsed, at most 140 characters and an ellipsis. */
export function previewOf(body: string): string {
  const line = body.replace(/\s+/gu, " ").trim();
  const cut = cutText(line, PREVIEW_MAX);
  return cut === line ? line : `${cut}…`;
}

type Sender = { type: Side; id: string };

/** A message before it's stored. The key is the request's Idempotency-Key, or null. */
export type NewMessage = { id: string; sender: Sender; body: string; key: string | null };

/** Returns the sender of a caller's messages. */
export const senderOf = (scope: OwnerScope | VisitorScope): Sender =>
  "userId" in scope ? { type: "owner", id: scope.userId } : { type: "visitor", id: scope.visitorId };

/** Creates a message of the caller's, with the id it will be stored under. */
export const draftMessage = (scope: OwnerScope | VisitorScope, body: string, key: string | null): NewMessage => ({
  id: randomUUIDv7(),
  sender: senderOf(scope),
  body,
  key,
});
