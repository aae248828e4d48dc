import { sqlState } from "./database/database-failure.ts";
import { log } from "./log.ts";

const REASON_MAX = 300;

/**
 * Logs a failure of ours. Prisma's messages quote source lines and PostgreSQL's details quote rows, so only the last
 * line of the message is logged, which has the reason. A connection to a host with several addresses fails without a message,
 * but with a code.
 */
export function logFailure(error: unknown, event: string, fields: Record<string, string | number> = {}): void {
  const name = error instanceof Error ? error.name : typeof error;
  const reason =
    error instanceof Error ? (error.message.trim().split("\n").at(-1) || codeOf(error)).slice(0, REASON_MAX) : "";
  const stack = error instanceof Error ? framesOf(error) : undefined;
  log().error({ ...fields, name, reason, sqlState: sqlState(error), stack }, event);
}

const codeOf = (error: Error) => ("code" in error ? String(error.code) : "");

/** Returns the frames of an error's stack, without its message, which may contain lines that look like frames. */
export function framesOf({ message, stack = "" }: Error): string[] {
  const at = stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames.split("\n").filter((line) => /^\s+at /.test(line));
}
