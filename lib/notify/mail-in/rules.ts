import { createHash } from "node:crypto";
import { cutText, isBlank } from "#platform/characters.ts";
import { emailKey } from "#platform/email-address.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { DkimResult, ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { MESSAGE_MAX } from "../../desk/messages/message-length.ts";
import type { VisitorBelief } from "../../desk/messages/schema.ts";

const ADDRESS_MAX = 254;
const SUBJECT_MAX = 200;
// It's sent in the headers of later emails.
const HEADER_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/;

/** What's known of the visitor whose conversation an email is sent to. */
export type KnownEmail = { email: string | null; isConfirmed: boolean };

type Sender = Pick<ParsedMail, "from" | "fromFields">;

/** Returns the address that an email names as its sender. Null if it names none, or several. */
export function senderOf({ from, fromFields }: Sender): string | null {
  const [sender] = from;
  if (fromFields !== 1 || from.length !== 1 || !sender) return null;
  const address = headerLine(sender.address, ADDRESS_MAX);
  return address === "" ? null : address;
}

/**
 * Returns how far the sender of a visitor's email is believed. An email is accepted whatever it is: its address is known to the
 * visitor alone, and to those they forwarded it to. `isProven` is asked only if it matters.
 */
export async function believeVisitor(
  sender: string | null,
  { email, isConfirmed }: KnownEmail,
  isProven: (sender: string) => Promise<boolean>,
): Promise<VisitorBelief> {
  if (sender === null || email === null || emailKey(sender) !== emailKey(email)) return "other";
  return isConfirmed && (await isProven(sender)) ? "confirmed" : "claimed";
}

/**
 * Returns the addresses that a sender sent an email to, as far as a signature (DKIM) of their domain, or of one above it, proves it.
 * Ours has to be among them: otherwise an email that was sent to someone else could be sent to us again.
 */
export function provenRecipients(sender: string, signatures: readonly DkimResult[]): string[] {
  return signatures
    .filter((one) => one.passes && one.isStrong && coversSender(one, sender))
    .flatMap(({ recipients }) => recipients);
}

/** Whether a signature of the sender's domain, or of one above it, covers the whole email, its date and its sender. */
export function coversSender({ domain, from: [address = "", ...more], isDated, isWhole }: DkimResult, sender: string) {
  return isDated && isWhole && more.length === 0 && emailKey(address) === emailKey(sender) && isUnder(sender, domain);
}

/** Whether an address's domain is another one, or below it. */
export const isUnder = (address: string, domain: string): boolean => `.${domainOf(address)}`.endsWith(`.${domain}`);

export const domainOf = (address: string): string => emailKey(address).split("@").at(-1) ?? "";

// A report has no sender. Some servers pass it on with this name.
export const SENDERS_OF_REPORTS = /^(?:mailer-daemon(?:@.*)?)?$/i;

/**
 * Whether a program wrote an email, which then becomes no message: nothing may ever reply to it. A subject such as "Automatic reply"
 * doesn't count, since a person may write one. `own` are addresses that the service sends from or receives at.
 */
export function isByMachine(
  mail: Pick<ParsedMail, "machine"> & Sender,
  of: { envelopeFrom: string; own: readonly string[] },
) {
  const sender = senderOf(mail);
  return (
    SENDERS_OF_REPORTS.test(of.envelopeFrom) ||
    (mail.machine !== null && mail.machine !== "subject") ||
    (sender !== null && of.own.some((address) => emailKey(address) === emailKey(sender)))
  );
}

/**
 * What's the same in every copy of an email that a visitor sent, as the key of its message. Two emails without a Date may say the
 * same: their Message-ID keeps these apart, or else `rawHash`, the hash of the whole email.
 */
export function contentKey(
  { date, headerId, rawHash }: Pick<ParsedMail, "date" | "headerId"> & { rawHash: string },
  shown: string,
  partHashes: readonly string[],
): string {
  const sent = date === "" ? (headerId ?? rawHash) : date;
  const said = JSON.stringify([sent, shown, partHashes.toSorted()]);
  return `mail:${createHash("sha256").update(said).digest("hex")}`;
}

/** Returns a text as the database can store it. */
export const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** Returns a storable text, or null if nothing in it is visible. */
export const textOrNull = (text: string): string | null => (isBlank(text) ? null : storable(text));

/** Splits a text into what a message has space for, at the end of a line if there's one near, and the rest. */
export function splitText(text: string): { body: string; rest: string | null } {
  const whole = storable(text);
  const cut = cutText(whole, MESSAGE_MAX);
  if (cut === whole) return { body: whole, rest: null };
  const end = cut.lastIndexOf("\n");
  const body = end > cut.length / 2 && !isBlank(cut.slice(0, end)) ? cut.slice(0, end) : cut;
  return { body, rest: textOrNull(whole.slice(body.length).replace(/^\n/, "")) };
}

/** Returns the fields of an email's header that are stored with its message. */
export const headersOf = ({ headerId, date, subject }: Pick<ParsedMail, "headerId" | "date" | "subject">) => ({
  headerId: headerId === null || !HEADER_ID.test(headerId) ? null : headerId,
  sentAt: date === "" ? null : headerLine(storable(date), ADDRESS_MAX),
  subject: textOrNull(headerLine(subject, SUBJECT_MAX)),
});
