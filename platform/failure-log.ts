import { sqlState } from "./database/database-failure.ts";
import { log } from "./log.ts";

/**
 * Logs what went wrong here. Prisma's messages quote source lines and PostgreSQL's details quote rows, so neither is
 * logged whole: the last line of the message says the reason.
 */
export function logFailure(error: unknown, event: string, fields: Record<string, string | number> = {}): void {
  const name = error instanceof Error ? error.name : typeof error;
  const reason = error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : "";
  const stack = error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  log().error({ ...fields, name, reason, sqlState: sqlState(error), stack }, event);
}
