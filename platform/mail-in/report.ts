import { cutText } from "../characters.ts";
import { decodeText } from "./charsets.ts";
import { firstOf, type Headers, readHeaderId, readHeaders } from "./headers.ts";
import type { DeliveryReport } from "./parsed-mail.ts";

const RECIPIENTS_MAX = 100;
const SAYS_MAX = 300;
const STATUS = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/**
 * Reads a delivery status notification (RFC 3464): the text of its `message/delivery-status` part, and the header of the mail that it
 * returns, if any. Null if no recipient is in it.
 */
export function readReport(text: string, returned = ""): DeliveryReport | null {
  const [mail = [], ...recipients] = groupsOf(text);
  const of = [mail, ...recipients].flatMap(readRecipient).slice(0, RECIPIENTS_MAX);
  if (of.length === 0) return null;
  return {
    envelopeId: readXtext(firstOf(mail, "original-envelope-id")) || null,
    headerId: readHeaderId(firstOf(readHeaders(Buffer.from(returned)), "message-id")),
    of,
  };
}

const groupsOf = (text: string): Headers[] =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/)
    .map((group) => readHeaders(Buffer.from(group.trim())))
    .filter((group) => group.length > 0);

function readRecipient(group: Headers): DeliveryReport["of"] {
  const final = readAddress(firstOf(group, "final-recipient"));
  const original = readAddress(firstOf(group, "original-recipient"));
  const address = final || original;
  if (!address) return [];
  const action = firstOf(group, "action").toLowerCase().trim();
  const status =
    STATUS.exec(firstOf(group, "status"))?.[0] ?? STATUS.exec(firstOf(group, "diagnostic-code"))?.[0] ?? "";
  const isKnown = action === "failed" || action === "delayed";
  const says = firstOf(group, "diagnostic-code")
    .replace(/^\s*[\w-]+\s*;/, "")
    .replace(/\s+/g, " ")
    .trim();
  const reported = isKnown ? action : "other";
  return [{ address, original: original || null, action: reported, status, says: cutText(says, SAYS_MAX) }];
}

/** Returns the address of a field such as `rfc822; jane@example.com`. */
function readAddress(value: string): string {
  const [, type = "", address = ""] = /^\s*([\w-]+)\s*;\s*(.*)$/.exec(value) ?? [];
  const written = address.trim().replace(/^<|>$/g, "");
  return /^rfc822$/i.test(type) ? readXtext(written) : written;
}

/** Decodes xtext (RFC 3461 section 4). */
const readXtext = (text: string): string => {
  const bytes = text
    .trim()
    .replace(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeText(Buffer.from(bytes, "latin1")).text;
};
