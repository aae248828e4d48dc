import { complain } from "../say.ts";
import { reasonIn } from "../start-error.ts";
import { adoptOrStart, type ServerOptions } from "./cluster-server.ts";
import { waitForLock } from "./file-lock.ts";
import type { Home } from "./home.ts";
import { findPostmaster } from "./postmaster.ts";

const LOOK_EVERY_MS = 500;

/** A watch over the built-in server: one that ended by itself is started again, on the port that the service knows. */
export type Supervision = { end(): Promise<void> };

export function supervise(home: Home, startLock: string, options: ServerOptions & { port: number }): Supervision {
  let ended = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (ended || (await findPostmaster(home.cluster))) return;
    complain("The built-in database has ended by itself. Starting it again.");
    const starting = await waitForLock(startLock);
    try {
      if (!ended) await adoptOrStart(home, options);
    } catch (error) {
      complain(`The built-in database does not start: ${reasonIn(String(error))}`);
    } finally {
      starting.release();
    }
  }

  const timer = setInterval(() => {
    // One look at a time: recovery takes longer than the pause between two.
    looking = looking.then(look);
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
