import { codePoints, isBlank } from "#platform/characters.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { MESSAGE_MAX } from "../../desk/messages/message-length.ts";
import type { AskReason, Draft } from "../../desk/replies/draft.ts";
import type { PersonsRefusal } from "./schema.ts";

/** A person takes longer to reply. */
const QUICK_MS = 30_000;

/** Returns why nothing of a person's email can be sent, or null. */
export function faultOf(
  { headers, isEncrypted, isWhole }: Pick<ParsedMail, "headers" | "isEncrypted" | "isWhole">,
  { text, files }: Pick<Draft, "text" | "files">,
): PersonsRefusal | null {
  // The parser couldn't read it.
  if (headers.length === 0) return "unreadable";
  if (isEncrypted) return "encrypted";
  if (isBlank(text) && files.length === 0) return "empty";
  return !isWhole || codePoints(text) > MESSAGE_MAX ? "too_long" : null;
}

type Doubtful = { isSafe: boolean; machine: ParsedMail["machine"]; sentAt: Date | null; receivedAt: Date };

/** Returns why a person is asked before their reply is sent though it's proven to be theirs, or null. */
export function doubtOf({ isSafe, machine, sentAt, receivedAt }: Doubtful): AskReason | null {
  if (!isSafe) return "unsure";
  // A person may write so, or a visitor may be called so.
  if (machine === "subject") return "automatic";
  return sentAt && receivedAt.getTime() - sentAt.getTime() < QUICK_MS ? "quick" : null;
}
