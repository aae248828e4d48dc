import pino, { type Logger } from "pino";
import { env } from "./env.ts";
import { processWide } from "./process-wide.ts";

/** The process's logger: one JSON object per line, without tokens, cookies, passwords or message text. */
export const log = processWide(
  "log",
  (): Logger =>
    pino(
      {
        level: env().LOG_LEVEL,
        // Identifies the process if several write to one log.
        base: env().WEB_CONCURRENCY > 1 ? { pid: process.pid } : null,
        redact: ["token", "password", "*.token", "*.password", "*.authorization", "*.cookie"],
      },
      batched(standardOutput()),
    ),
);

// A line that can't be written (a full disk, a closed pipe) is dropped. The next one is tried again.
function standardOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: KEPT_MAX });
  output.on("error", () => undefined);
  return output;
}

const KEPT_MAX = 1_048_576;

// Up to this size, a write to a pipe isn't interleaved with another process's (POSIX, PIPE_BUF).
const WHOLE_MAX = 4_096;

// JSON escapes no C1 controls, line separators or bidi controls; a terminal acts on them.
const CONTROL = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escaped = (line: string) =>
  line.replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

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
    write(written: string): void {
      const line = escaped(written);
      if (lines.length + line.length > WHOLE_MAX) flush();
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}
