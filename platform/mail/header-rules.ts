import { cutText } from "../characters.ts";

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
// How an encoded word begins (RFC 2047), which mail programs decode wherever it is: into control characters too.
const ENCODED_WORD = /=(?=\?)/g;
const LINE_MAX = 120;

/** Returns a text as one line without control characters that could affect the text around it, for headers and sentences. */
export function headerLine(text: string, max = LINE_MAX): string {
  const line = text.replace(CONTROL, " ").replace(BIDI, "").replace(/\s+/gu, " ").replace(ENCODED_WORD, "= ").trim();
  const cut = cutText(line, max);
  return cut === line ? line : `${cut.trimEnd()}…`;
}

const hostOf = (baseUrl: string) => new URL(baseUrl).hostname;

/** Returns an email's Message-ID (RFC 5322 section 3.6.4). It identifies repeated deliveries. */
export const messageId = (mailId: string, baseUrl: string) => `<${mailId}@${hostOf(baseUrl)}>`;

/** Every email of ours has it. If one comes back, no person wrote it, and nothing may be sent because of it. */
export const OWN_HEADER = "Site-Inbox";

/** Returns the id that all emails of a thread refer to. No email has it, but mail programs group by it. */
export const threadId = (thread: string, baseUrl: string) => `<thread-${thread}@${hostOf(baseUrl)}>`;
