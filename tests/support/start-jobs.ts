import { fork } from "node:child_process";
import { once } from "node:events";
import { testEnvironment } from "./environment.ts";

/** Starts what `npm run jobs` runs, and waits until it is at work. */
export async function startJobs(settings: Record<string, string>) {
  const child = fork("server/jobs.ts", {
    execArgv: testEnvironment.recording,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      AUTH_SECRET: testEnvironment.authSecret,
      LOG_LEVEL: "silent",
      OUTBOUND_ALLOWED_HOSTS: "127.0.0.1",
      ...settings,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const working = once(child, "message");
  await Promise.race([working, ended.then(() => Promise.reject(new Error("the jobs process did not start")))]);
  const stop = (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
