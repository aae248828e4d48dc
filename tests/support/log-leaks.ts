/** Something personal or secret in a log. */
export type Leak = { line: number; what: string; text: string };

const LOOPBACK = /^(?:127\.|0\.0\.0\.0$|::1$|::$)/;
const LEAKS: [what: string, pattern: RegExp][] = [
  ["an email address", /[\w.%+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}/gi],
  ["a token", /\beyJ[\w-]{10,}/g],
  ["an API key", /\bsik_[\w-]{10,}/g],
  ["an Authorization value", /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}|"authorization\\?"\s*:/gi],
  ["a cookie", /next-auth\.[\w.-]+=|"(?:set-)?cookie\\?"\s*:/gi],
  ["a secret", /\$argon2|site_inbox_identity_\w+|whsec_\w+/g],
  ["a query string", /\?[\w.~%-]+=[^\s"]*/g],
  ["an address", /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g],
  [
    "an address",
    /(?<![\w:.])(?:(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6}|::(?:ffff:)?[\da-f.:]+)(?![\w:])/gi,
  ],
];

/** Finds what a log must not contain: addresses, tokens and the like by their patterns, and any of these texts. */
export function findLeaks(log: string, texts: readonly string[] = []): Leak[] {
  return log
    .split("\n")
    .flatMap((line, at) => [
      ...LEAKS.flatMap(([what, pattern]) =>
        [...line.matchAll(pattern)]
          .filter(([text]) => !LOOPBACK.test(text))
          .map(([text]) => ({ line: at + 1, what, text })),
      ),
      ...(isOrdinary(line)
        ? []
        : texts.filter((text) => holds(line, text)).map((text) => ({ line: at + 1, what: "a text", text }))),
    ]);
}

// The usual line of a request, which contains nothing a caller wrote. Searching all of these would take long.
const isOrdinary = (line: string) =>
  /^\{"level":30,"time":\d+,(?:"pid":\d+,)?"requestId":"[\da-f-]{36}","method":"[A-Z]+","path":"[/a-z\d*-]*","status":\d+,"ms":[\d.]+\}$/.test(
    line,
  );

// A line of JSON may contain a text in its escaped form.
const holds = (line: string, text: string) => line.includes(text) || line.includes(JSON.stringify(text).slice(1, -1));

/** The lines of a log that aren't a JSON object, or contain a control character: each could have been forged. */
export function findStrayLines(log: string): { line: number; text: string }[] {
  return log
    .split("\n")
    .map((text, at) => ({ line: at + 1, text }))
    .filter(({ text }) => text !== "" && !isLogLine(text));
}

function isLogLine(text: string): boolean {
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "level" in value && "time" in value;
  } catch {
    return false;
  }
}
