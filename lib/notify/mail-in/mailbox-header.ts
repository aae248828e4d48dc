import { firstOf, readHeaders, valuesOf } from "#platform/mail-in/headers.ts";
import { readMailboxes } from "#platform/mail-in/mailboxes.ts";

/** What the fields that a mailbox lists say about an email. */
export type MailboxHeader = {
  /** The envelope's sender, empty if it's that of an automatic response. */
  from: string;
  recipients: string[];
  /** Its Message-ID. */
  headerId: string | null;
  /** Whether it may be a report about an email that couldn't be delivered. */
  mayBeReport: boolean;
};

const RECIPIENT_FIELDS = ["delivered-to", "x-original-to", "envelope-to", "to", "cc"];
const UNKNOWN = "unknown";
const ADDRESS_MAX = 320;

const storable = (address: string) => address.toWellFormed().replaceAll("\0", "").slice(0, ADDRESS_MAX);

/** Reads the fields of a header that say where an email belongs. */
export function readMailboxHeader(header: Uint8Array): MailboxHeader {
  const headers = readHeaders(header);
  const addressesOf = (name: string) =>
    valuesOf(headers, name)
      .flatMap(readMailboxes)
      .map(({ address }) => storable(address))
      .filter(Boolean);
  const [sender = UNKNOWN] = addressesOf("from");
  // Without the field, the sender of the envelope isn't known, which is something else than none.
  const [path] = valuesOf(headers, "return-path");
  const from = path === undefined ? sender : (addressesOf("return-path")[0] ?? "");
  return {
    from,
    recipients: [...new Set(RECIPIENT_FIELDS.flatMap(addressesOf))],
    headerId: valuesOf(headers, "message-id")[0] ?? null,
    mayBeReport: /^multipart\/report\b/i.test(firstOf(headers, "content-type")),
  };
}

/** Whether an email has a part that says what became of another one (RFC 3464). A vacation's response hasn't. */
export const hasDeliveryStatus = (email: string): boolean =>
  /^content-type:\s*message\/(?:global-)?delivery-status\b/im.test(email);

const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const IDS_MAX = 100;

/** Returns what may be ids of emails in a report, which has the Message-ID of the email that it's about. */
export const idsIn = (report: string): string[] =>
  [...new Set(report.match(ID)?.map((id) => id.toLowerCase()))].slice(0, IDS_MAX);
