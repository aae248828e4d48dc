/** A name and an address from a header. The address is as written, without comments and quotes around it. */
export type Mailbox = { name: string; address: string };

/** A line of a mail's text. `depth` counts the quotes around it. `starts` is set where a mail client marked a beginning. */
export type MailLine = { text: string; depth: number; starts?: "quote" | "signature" };

/**
 * A file of a mail. `path` is in the caller's folder. `isQuoted`: a picture that's shown in quoted text only.
 * `isSignature`: it signs the mail (S/MIME, PGP), or is a picture that's shown below the sender's name only.
 */
export type MailPart = {
  name: string;
  mediaType: string;
  size: number;
  path: string;
  isQuoted: boolean;
  isSignature: boolean;
  /** Where the text shows it: between which lines, and within how many quotes. */
  shownAt?: { depth: number; line: number }[];
};

/** The name of a part that has another version of the text. */
export const OTHER_VERSION = "other-version.txt";

export type ParsedMail = {
  /** Names in lower case, in the order of the mail. Values are unfolded, and encoded words are left as they are. */
  headers: [name: string, value: string][];
  from: Mailbox[];
  /** How many From fields the mail has: with more than one, clients disagree about its sender. */
  fromFields: number;
  to: Mailbox[];
  cc: Mailbox[];
  /** Addresses of Delivered-To, X-Original-To, Envelope-To, To and Cc, in this order, each once. */
  recipients: string[];
  subject: string;
  /** As written. */
  date: string;
  /** The Message-ID, without its angle brackets. */
  headerId: string | null;
  lines: MailLine[];
  /** Whether `lines` have the whole text. If not, parts called message.txt or message.html have it. */
  isWhole: boolean;
  isEncrypted: boolean;
  parts: MailPart[];
  report: DeliveryReport | null;
  machine: MachineReason | null;
};

/** What a report says of a recipient. `says` is the server's own text, on one line. */
type Reported = {
  address: string;
  original: string | null;
  action: "failed" | "delayed" | "other";
  status: string;
  says: string;
};

/** What a delivery status notification (RFC 3464) says. `envelopeId` is the id that the mail was sent with. */
export type DeliveryReport = {
  envelopeId: string | null;
  /** The Message-ID of the mail that's reported, without its angle brackets. */
  headerId: string | null;
  of: Reported[];
};

/** Why a mail counts as written by a program. */
export type MachineReason = "own" | "auto" | "list" | "sender" | "report" | "subject";

/** A result that a trusted host reported (RFC 8601). `address`: the sender, if it names more than their domain. */
export type AuthResult = { method: "dkim" | "spf"; passes: boolean; domain: string; address: string | null };

/**
 * A DKIM signature. `from` and `recipients` are the addresses in From, and in To and Cc, if it covers the field and the mail has it
 * once: of two, a signature may cover one, while mail clients show the other. `isDated`: it covers the only Date. `isWhole`: it covers
 * the whole body. `isStrong`: its key and algorithm are strong enough, and its domain isn't testing. `isLate`: DNS didn't respond.
 */
export type DkimResult = {
  domain: string;
  passes: boolean;
  from: string[];
  recipients: string[];
  isDated: boolean;
  isWhole: boolean;
  isStrong: boolean;
  isLate: boolean;
};

/** `later`: DNS didn't respond. */
export type SpfResult = "pass" | "fail" | "none" | "later";
