import { cutText } from "#platform/characters.ts";
import { plainText } from "#platform/formatted-text/parse.ts";
import { newId } from "#platform/new-id.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import type { Side } from "../../base/changes/change.ts";
import type { FileRow } from "../../files/files/statements.ts";
import { namesOf } from "./file-names.ts";
import type { MessageKind } from "./kinds.ts";
import type { NewMail } from "./mail-statements.ts";

const PREVIEW_MAX = 140;

/**
 * Returns a message on one line for lists: without the marks of its formatting, white space collapsed, at most 140
 * characters and an ellipsis.
 */
export function previewOf(body: string): string {
  const line = plainText(body).replace(/\s+/gu, " ").trim();
  const cut = cutText(line, PREVIEW_MAX);
  return cut === line ? line : `${cut}…`;
}

/** Who sends a message. The type is its kind. */
type Sender<Type extends MessageKind = MessageKind> = { type: Type; id: string };

/**
 * A message before it's stored. The key is the request's Idempotency-Key, or null. `files` are those of `fileIds` that the
 * sender has uploaded for this conversation's site, in this order.
 */
export type NewMessage = {
  id: string;
  sender: Sender;
  body: string;
  key: string | null;
  fileIds: readonly string[];
  files: readonly FileRow[];
  /** Set if it came by email. */
  mail?: NewMail;
};

/** The text and the files that a message is made of. At least one of both is there. */
export type MessageContent = { message?: string | undefined; files?: readonly string[] | undefined };

/** Returns the sender of a caller's messages. */
export const senderOf = (scope: OwnerScope | VisitorScope): Sender<Side> =>
  "userId" in scope ? { type: "owner", id: scope.userId } : { type: "visitor", id: scope.visitorId };

/** Creates a message of the caller's, with the id it will be stored under. Without a text, it's the files' names. */
export const draftMessage = (
  scope: OwnerScope | VisitorScope,
  { message, files: fileIds = [] }: MessageContent,
  { key, files = [] }: { key: string | null; files?: readonly FileRow[] | undefined },
): NewMessage => ({
  id: newId(),
  sender: senderOf(scope),
  body: message ?? namesOf(files),
  key,
  fileIds,
  files,
});
