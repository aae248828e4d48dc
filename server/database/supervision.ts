import { reasonIn } from "../process/start-error.ts";
import { adoptOrStart, type ServerOptions, stopServer } from "./cluster-server.ts";
import { waitForLock } from "./file-lock.ts";
import type { Home } from "./home.ts";
import { findPostmaster } from "./postmaster.ts";

const LOOK_EVERY_MS = 500;

/** Watches the built-in server, and restarts it on the same port if it exits unexpectedly. */
export type Supervision = { end(): Promise<void> };
/** Gets what the operator should know of the server: what happened and, if it's known, why. */
export type Report = (event: string, reason?: string) => void;

export function supervise(
  home: Home,
  startLock: string,
  { report, ...options }: ServerOptions & { port: number; report: Report },
): Supervision {
  let ended = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (ended || (await isRunning())) return;
    report("the built-in database exited unexpectedly; restarting it");
    const starting = await waitForLock(startLock);
    try {
      if (ended) return;
      // Another process may have started it meanwhile, on a port this service doesn't know.
      if (!(await isRunning())) await stopServer(home);
      await adoptOrStart(home, options);
    } finally {
      starting.release();
    }
  }

  async function isRunning(): Promise<boolean> {
    return (await findPostmaster(home.cluster))?.port === options.port;
  }

  function complainOf(error: unknown): void {
    report("the built-in database doesn't start", reasonIn(String(error)));
  }

  const timer = setInterval(() => {
    // One check at a time: recovery takes longer than the pause between two.
    looking = looking.then(look).catch(complainOf);
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    end() {
      ended = true;
      clearInterval(timer);
      return looking;
    },
  };
}
