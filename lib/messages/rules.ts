import { randomUUIDv7 } from "node:crypto";
import { cutText } from "#platform/text.ts";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import type { Side } from "../changes/change.ts";

const PREVIEW_MAX = 140;

/** A message on one line, for lists: white space folded, at most 140 characters and an ellipsis. */
export function previewOf(body: string): string {
  const line = body.replace(/\s+/gu, " ").trim();
  const cut = cutText(line, PREVIEW_MAX);
  return cut === line ? line : `${cut}…`;
}

type Sender = { type: Side; id: string };

/** A message before it is stored. The key is the request's Idempotency-Key, null for none. */
export type NewMessage = { id: string; sender: Sender; body: string; key: string | null };

/** Who a caller's messages are from. */
export const senderOf = (scope: OwnerScope | VisitorScope): Sender =>
  "userId" in scope ? { type: "owner", id: scope.userId } : { type: "visitor", id: scope.visitorId };

/** A new message of the caller's, with the id it will have. */
export const draftMessage = (scope: OwnerScope | VisitorScope, body: string, key: string | null): NewMessage => ({
  id: randomUUIDv7(),
  sender: senderOf(scope),
  body,
  key,
});
