import { printError } from "../process/console.ts";
import { reasonIn } from "../process/start-error.ts";
import { adoptOrStart, type ServerOptions, stopServer } from "./cluster-server.ts";
import { waitForLock } from "./file-lock.ts";
import type { Home } from "./home.ts";
import { findPostmaster } from "./postmaster.ts";

const LOOK_EVERY_MS = 500;

/** Watches the built-in server, and restarts it on the same port if it exits unexpectedly. */
export type Supervision = { end(): Promise<void> };

export function supervise(home: Home, startLock: string, options: ServerOptions & { port: number }): Supervision {
  let ended = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (ended || (await isRunning())) return;
    printError("The built-in database exited unexpectedly. Restarting it.");
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
    printError(`The built-in database doesn't start: ${reasonIn(String(error))}`);
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
