import { provideEnv, readSettings } from "#platform/env.ts";
import { provideVersion } from "#platform/version.ts";
import { startWebServer } from "./http/web-server.ts";
import { keepCompiledCode } from "./launch/compile-cache.mjs";
import { projectRoot } from "./launch/project-root.mjs";
import { sendConsoleToLog } from "./process/console-log.ts";
import { readRevision } from "./process/revision.ts";
import { runCommand } from "./process/run-command.ts";
import { Shutdown } from "./process/shutdown.ts";
import { stopSignal, whenStopped } from "./process/stop-signal.ts";
import type { WorkerMessage } from "./process/workers.ts";

/*
 * One of several processes that serve on one port. Another one (workers.ts) has prepared everything, hands over the
 * settings by the environment, and starts and ends this.
 */
const send = (message: WorkerMessage) => process.send?.(message);

await runCommand(async () => {
  const stop = stopSignal();
  const undo = new Shutdown();
  try {
    const { DATABASE_URL, AUTH_SECRET, ...settings } = readSettings();
    if (!DATABASE_URL || !AUTH_SECRET) throw new Error("a worker process can't be started by hand");
    keepCompiledCode();
    provideEnv({ ...settings, DATABASE_URL, AUTH_SECRET });
    provideVersion(readRevision(projectRoot));
    sendConsoleToLog();
    await startWebServer({ isWorker: true }, undo);
    send({ isListening: true });
    await whenStopped(stop);
  } catch (error) {
    send({ failure: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    await undo.run();
  }
});
