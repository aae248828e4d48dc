import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startService } from "../../tests/support/start-service.ts";
import { PROFILING } from "../measure/profile.ts";
import { isProfiling } from "../options.ts";
import { benchFolder } from "./folder.ts";

export const BENCH_SECRET = "the bench signs with this secret, which nobody else has";

type Running = { pid: number; port: number; stop(): Promise<void> } & AsyncDisposable;

/** Starts the service as npm start does in production, with its log at the level that it has without a setting, in a file. */
export async function startOurs(
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Running & { baseUrl: string }> {
  const settings = {
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: BENCH_SECRET,
    ...(isProfiling && PROFILING),
    ...more,
  };
  const { baseUrl, port, pid, stop } = await startService({ settings, log: join(benchFolder(), "service.log") });
  const end = async () => void (await stop());
  return { baseUrl, port, pid, stop: end, [Symbol.asyncDispose]: end };
}

/** Starts one of the servers in bench/reference, in a process of its own. */
export async function startReference(file: string, settings: Record<string, string> = {}): Promise<Running> {
  const child = fork(join("bench/reference", file), {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings } as NodeJS.ProcessEnv,
  });
  const ended = once(child, "exit").then(() => undefined);
  const ready = once(child, "message").then(([message]) => message as { port: number });
  const started = await Promise.race([ready, ended]);
  if (!started) throw new Error(`the reference ${file} did not start`);
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { port: started.port, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop };
}
