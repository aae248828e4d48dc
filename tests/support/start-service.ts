import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";

const LOG = "test-results/service.log";

/** Starts the service on a free port and waits until it answers. */
export async function startService(settings: Record<string, string>) {
  mkdirSync("test-results", { recursive: true });
  const log = openSync(LOG, "w");
  const child = fork("tests/support/service.ts", {
    env: { PATH: process.env.PATH, ...settings } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    stdio: ["ignore", log, log, "ipc"],
    // Ctrl-C on the terminal is for tests/run.ts, which ends the service in its turn.
    detached: true,
  });
  closeSync(log);
  const ended = once(child, "exit");
  const ready = once(child, "message").then(([message]) => (message as { baseUrl: string }).baseUrl);
  const baseUrl = await Promise.race([ready, ended.then(() => undefined)]);
  if (baseUrl === undefined) throw new Error(`the service did not start:\n${readFileSync(LOG, "utf8")}`);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { baseUrl, stop };
}
