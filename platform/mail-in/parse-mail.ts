import { dirname } from "node:path";
import { childRunner } from "../child/run-in-child.ts";
import type { ParsedMail } from "./parsed-mail.ts";

export type ParseRequest = { path: string; folder: string };

const CPU_MS = 10_000;
const TIME_MS = 30_000;

const parser = childRunner<ParseRequest, ParsedMail>({
  program: "platform/mail-in/parse-process.ts",
  heapMb: 128,
  idleMs: 30_000,
  writesInto: ({ folder }) => dirname(folder),
});

/**
 * Parses the mail in the file at `path`, in a process of its own. The files that it contains are written into `folder`, an empty one.
 * The process may write into the folder around it too, so that should be the same for all mails. Throws `ChildError`.
 */
export const parseMail = (path: string, folder: string, signal: AbortSignal): Promise<ParsedMail> =>
  parser.run({ path, folder }, { cpuMs: CPU_MS, timeMs: TIME_MS, signal });

/** Returns the id of the process that parses mails, if one is running. */
export const parseProcessId = parser.pid;
