import { catalog } from "#platform/catalog.ts";
import type { ParsedMail } from "#platform/mail-in/parsed-mail.ts";

const copy = catalog("received-mail", {
  unreadable: "This email couldn’t be read. Download the original to see it.",
  encrypted: "This email is encrypted.",
});

/** The text of an email that's encrypted, so that only its sender and recipient can read it. */
export const ENCRYPTED = copy.encrypted;

/** What's known of an email that breaks the parser: nothing. */
export const unreadableMail = (): ParsedMail => ({
  headers: [],
  from: [],
  fromFields: 0,
  to: [],
  cc: [],
  recipients: [],
  subject: "",
  date: "",
  headerId: null,
  lines: [{ text: copy.unreadable, depth: 0 }],
  isWhole: true,
  isEncrypted: false,
  parts: [],
  report: null,
  machine: null,
});
