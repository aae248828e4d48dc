import { cutText, isBlank } from "#platform/characters.ts";
import { AppError } from "#platform/errors.ts";
import { foldMail, writeLines } from "#platform/mail-in/fold.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { type MailedMessage, sendMailedMessage } from "../../desk/messages/commands.ts";
import { namesOf } from "../../desk/messages/file-names.ts";
import { MAIL_TEXT_MAX } from "../../desk/messages/mail-statements.ts";
import { MESSAGE_MAX } from "../../desk/messages/message-length.ts";
import type { ReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { withoutTokens } from "../../outbox/reply-addresses/token.ts";
import { REPLY_ABOVE } from "../mail/templates/visitor-reply.ts";
import { findEarlier } from "./received.system.ts";
import { believeVisitor, contentKey, headersOf, type KnownEmail, senderOf, splitText, textOrNull } from "./rules.ts";
import type { Refusal } from "./schema.ts";
import { hashParts, type IncomingPart, storeParts, textFile } from "./store-parts.ts";
import { ENCRYPTED } from "./unreadable-mail.ts";

type Replied = {
  address: Pick<ReplyAddress, "seenSeq"> & { conversationId: string };
  visitor: KnownEmail;
  receivedId: string;
  /** The SHA-256 of the email as it came. */
  rawHash: string;
  mail: ParsedMail;
  /** Returns when the email may be stored if there were too many. Asked once it's known that it isn't stored yet. */
  findFreeAt(): Promise<Date | null>;
  /** Whether the email comes from its sender's domain. */
  isProven(sender: string): Promise<boolean>;
};

type Stored = { status: "stored" | "duplicate"; conversationId: string };

/** Stores a visitor's email as their message, once however often it comes. Returns where, when it may be, or why it isn't one. */
export async function storeVisitorReply(
  scope: VisitorScope,
  { address, visitor, receivedId, rawHash, mail, findFreeAt, isProven }: Replied,
): Promise<Stored | { postponeTo: Date } | { reason: Refusal }> {
  const { conversationId, seenSeq } = address;
  const { shown, quoted, signature } = foldedOf(mail);
  const { headerId, sentAt, subject } = headersOf(mail);
  const key = contentKey({ ...mail, rawHash }, shown, await hashParts(mail.parts));
  const findStored = async (): Promise<Stored | null> => {
    const earlier = await findEarlier(scope, { key, headerId, sentAt });
    if (!earlier) return null;
    const status = earlier.receivedId === receivedId ? "stored" : "duplicate";
    return { status, conversationId: earlier.conversationId };
  };
  const known = await findStored();
  if (known) return known;
  const postponeTo = await findFreeAt();
  if (postponeTo) return { postponeTo };
  try {
    const from = senderOf(mail);
    // May have to be tried again, which would upload the files twice.
    const belief = await believeVisitor(from, visitor, isProven);
    const { files, leftOut } = await storeParts({ scope, siteId: scope.siteId }, partsOf(mail, shown));
    const text = isBlank(shown) && files.length === 0 ? cutText(namesOf(leftOut), MESSAGE_MAX) : shown;
    if (isBlank(text) && files.length === 0) return { reason: "empty" };
    const { body, rest } = splitText(text);
    return await sendWhereOpen(scope, conversationId, {
      ...(!isBlank(text) && { message: body }),
      ...(files.length > 0 && { files }),
      key,
      mail: {
        receivedId,
        headerId,
        sentAt,
        from,
        subject,
        belief,
        rest,
        quoted: textOrNull(quoted),
        signature: textOrNull(signature),
        leftOut,
        readUpTo: seenSeq,
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another copy was stored meanwhile.
    const other = error.code === "idempotency_mismatch" ? await findStored() : null;
    if (other) return other;
    const reason = REASONS.get(error.code);
    if (!reason) throw error;
    return { reason };
  }
}

// Of an email without own words or files, the quote is shown: it may be the only place that they wrote into.
function foldedOf(mail: ParsedMail): Folded {
  const { shown, quoted, signature } = foldMail(mail.lines, REPLY_ABOVE);
  if (isBlank(shown) && mail.isEncrypted) return hidden({ shown: ENCRYPTED, quoted, signature });
  const hasOwn = !isBlank(shown) || mail.parts.some((part) => !part.isQuoted && !part.isSignature);
  return hidden(hasOwn ? { shown, quoted, signature } : { shown: writeLines(mail.lines), quoted: "", signature: "" });
}

// More than what the thread shows is a file too. The parser makes one of a text that it can't hold.
function partsOf({ parts, isWhole }: ParsedMail, shown: string): readonly IncomingPart[] {
  const { rest } = splitText(shown);
  const whole = isWhole && rest !== null && rest.length > MAIL_TEXT_MAX ? textOrNull(shown) : null;
  return whole === null ? parts : [textFile(whole), ...parts];
}

type Folded = { shown: string; quoted: string; signature: string };

// The quote has the link and the address that the visitor got, with which the team could write as the visitor.
const hidden = ({ shown, quoted, signature }: Folded): Folded => ({
  shown: withoutTokens(shown),
  quoted: withoutTokens(quoted),
  signature: withoutTokens(signature),
});

const REASONS = new Map<string, Refusal>([
  ["not_found", "gone"],
  ["unauthenticated", "gone"],
  ["not_accepted", "not_accepted"],
]);

// A visitor has one open conversation. If it's another one, the email continues that.
async function sendWhereOpen(scope: VisitorScope, conversationId: string, message: MailedMessage): Promise<Stored> {
  try {
    await sendMailedMessage(scope, conversationId, message);
    return { status: "stored", conversationId };
  } catch (error) {
    const other = error instanceof AppError ? error.extras.conversationId : undefined;
    if (!other) throw error;
    await sendMailedMessage(scope, other, { ...message, mail: { ...message.mail, readUpTo: 0 } });
    return { status: "stored", conversationId: other };
  }
}
