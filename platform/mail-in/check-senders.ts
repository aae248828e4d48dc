import { ChildError, childRunner } from "../child/run-in-child.ts";
import type { DkimResult, SpfResult } from "./parsed-mail.ts";

export type SpfQuestion = { ip: string; sender: string };
export type SenderRequest = { nameServers: readonly string[] } & ({ path: string } | { spf: SpfQuestion });
export type SenderResult = { dkim: DkimResult[] } | { spf: SpfResult };

type Options = {
  /** Name servers to use instead of the system's. */
  nameServers?: readonly string[];
  signal?: AbortSignal;
};

const CPU_MS = 10_000;
// More than DNS may take, and starting the process.
const TIME_MS = 40_000;

const senders = childRunner<SenderRequest, SenderResult>({
  program: "platform/mail-in/senders-process.ts",
  heapMb: 128,
  idleMs: 30_000,
});

/** Returns the id of the process that checks senders, if it's running. */
export const senderProcessId = senders.pid;

/**
 * Verifies the DKIM signatures of the mail at `path`, in a process of its own. One that can't be verified doesn't pass. Throws
 * `ChildError` if the host is at fault.
 */
export async function verifyDkim(path: string, { nameServers = [], signal }: Options): Promise<DkimResult[]> {
  const result = await check({ path, nameServers }, signal);
  return result && "dkim" in result ? result.dkim : [];
}

/** Checks whether a host may send mails of a sender's domain (SPF). Throws `ChildError` if the host is at fault. */
export async function checkSpf({ nameServers = [], signal, ...spf }: SpfQuestion & Options): Promise<SpfResult> {
  const result = await check({ spf, nameServers }, signal);
  return result && "spf" in result ? result.spf : "none";
}

async function check(request: SenderRequest, signal: AbortSignal | undefined): Promise<SenderResult | undefined> {
  try {
    return await senders.run(request, { cpuMs: CPU_MS, timeMs: TIME_MS, signal });
  } catch (error) {
    // A mail that takes too much of the processor proves nothing.
    if (error instanceof ChildError && error.failure === "input") return undefined;
    throw error;
  }
}
