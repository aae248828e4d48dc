import pino, { type Logger } from "pino";
import { env } from "./env.ts";

const shared = globalThis as typeof globalThis & { siteInboxLog?: Logger };

/** The process's one logger: a JSON object a line, without tokens, cookies, passwords or what people wrote. */
export function log(): Logger {
  shared.siteInboxLog ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    redact: ["token", "password", "*.token", "*.password", "*.authorization", "*.cookie"],
  });
  return shared.siteInboxLog;
}
