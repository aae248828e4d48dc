import { sqlState } from "#platform/database/database-failure.ts";
import { framesOf } from "#platform/failure-log.ts";
import { log } from "#platform/log.ts";
import { isLogged } from "./unexpected.ts";

// Information from libraries, such as how long Next took to start, is logged at debug.
const METHODS = {
  debug: "debug",
  log: "debug",
  info: "debug",
  dir: "debug",
  dirxml: "debug",
  warn: "warn",
  error: "error",
} as const;

const IDENTIFIER = /^[A-Za-z]{1,60}$/;
const TEXT_MAX = 200;
// From the first quote to the last: the text between can contain quotes and line breaks.
const QUOTED = /["`](?:.*["`]|.*$)|(?<!\w)'.*'/gs;
// Like loggedPath: plain words alone. Anything else may be an address, a token or a line of the caller's choice.
const WORD = /^[("[]*(?:[A-Z]{1,10}|[A-Za-z]?[a-z]{0,20}(?:['’-][a-z]{1,12})?)[)\].,:;!?]*$/;

/** Returns the words of a library's message without what it quotes, and `*` in place of anything else. */
export function plainWords(message: string): string {
  const text = message
    .slice(0, 100 * TEXT_MAX)
    .replace(QUOTED, "*")
    .trim();
  const words = (text.split("\n").at(-1) ?? "").split(/\s+/);
  return words
    .map((word) => (WORD.test(word) ? word : "*"))
    .join(" ")
    .replace(/\*(?: \*)+/g, "*")
    .slice(0, TEXT_MAX);
}

/** What a console call says, as the fields of one log line. */
function fieldsOf(values: unknown[]) {
  const error = values.find((value) => value instanceof Error);
  const text = plainWords(error?.message ?? values.filter((value) => typeof value === "string").join(" "));
  if (!error) return { text };
  const digest = "digest" in error && /^\d{1,12}$/.test(String(error.digest)) ? String(error.digest) : undefined;
  return {
    name: IDENTIFIER.test(error.name) ? error.name : "Error",
    text,
    digest,
    sqlState: sqlState(error),
    stack: framesOf(error),
  };
}

/** Sends what libraries print, Next and Node's own warnings included, to the log: one JSON line for each call. */
export function sendConsoleToLog(): void {
  for (const [method, level] of Object.entries(METHODS)) {
    const write = (...values: unknown[]) => {
      const isKnown = values.some((value) => value instanceof Error && isLogged(value));
      if (!isKnown) log()[level](fieldsOf(values), "console");
    };
    Object.assign(console, { [method]: write });
  }
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log().warn(fieldsOf([warning]), "warning"));
}
