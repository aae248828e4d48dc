import { cutText } from "../text.ts";

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const LINE_MAX = 120;

/** A text as one line that cannot turn what stands around it, for a header or within a sentence. */
export function headerLine(text: string, max = LINE_MAX): string {
  const line = text.replace(CONTROL, " ").replace(BIDI, "").replace(/\s+/gu, " ").trim();
  const cut = cutText(line, max);
  return cut === line ? line : `${cut.trimEnd()}…`;
}

const hostOf = (baseUrl: string) => new URL(baseUrl).hostname;

/** A mail's Message-ID (RFC 5322 section 3.6.4): whoever gets it twice can tell by it. */
export const messageId = (mailId: string, baseUrl: string) => `<${mailId}@${hostOf(baseUrl)}>`;

/** What all mails of one thread refer to. There is no mail of that name; programs group by it all the same. */
export const threadId = (thread: string, baseUrl: string) => `<thread-${thread}@${hostOf(baseUrl)}>`;
