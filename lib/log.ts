import pino, { type Logger } from "pino";
import { env } from "./env.ts";

const shared = globalThis as typeof globalThis & { siteInboxLog?: Logger };

/** The process's one logger: a JSON object a line, without tokens, cookies, passwords or what people wrote. */
export function log(): Logger {
  shared.siteInboxLog ??= pino(
    {
      level: env().LOG_LEVEL,
      base: null,
      redact: ["token", "password", "*.token", "*.password", "*.authorization", "*.cookie"],
    },
    batched(pino.destination({ dest: 1, sync: true })),
  );
  return shared.siteInboxLog;
}

/** Writes the lines of one turn of the event loop together, and what is left when the process ends. */
function batched(output: { write(lines: string): unknown }) {
  let lines = "";
  const flush = () => {
    const written = lines;
    lines = "";
    if (written !== "") output.write(written);
  };
  process.on("exit", flush);
  return {
    write(line: string): void {
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}
