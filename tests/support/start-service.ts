import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { testEnvironment } from "./environment.ts";
import type { Mechanism } from "./silence.ts";

/** The options of Node that `npm start` runs the service with. */
export const NODE_OPTIONS: string[] = JSON.parse(readFileSync("package.json", "utf8")).scripts.start.match(
  /(?<= )--\S+/g,
);

type Start = {
  settings: Record<string, string>;
  log: string;
  /** What is started in place of the whole service. */
  program?: string;
  /** What the process has to do without. */
  without?: Mechanism[];
  /** How many files the process may have open, if it isn't as many as this one. */
  openFiles?: number | undefined;
};

/** Starts the service in its own process and waits until it responds. */
export async function startService({
  settings,
  log,
  program = "tests/support/service.ts",
  without = [],
  openFiles,
}: Start) {
  const output = openSync(log, "w");
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    SITE_INBOX_BUILD_DIR: testEnvironment.buildDir,
    // What is tested or measured is often more than a person sends.
    RATE_LIMITS: "off",
    // Where the tests' receivers of webhooks are.
    OUTBOUND_ALLOWED_HOSTS: "127.0.0.1",
    ...settings,
    TEST_SILENCE: without.join(),
  };
  const child = fork(program, {
    execArgv: [...NODE_OPTIONS, ...testEnvironment.recording],
    env: env as NodeJS.ProcessEnv,
    ...(openFiles !== undefined && {
      execPath: "/bin/sh",
      execArgv: ["-c", `ulimit -n ${openFiles} && exec "$0" "$@"`, process.execPath],
    }),
    stdio: ["ignore", output, output, "ipc"],
    // Ctrl-C on the terminal is for Playwright, which stops the service after the tests.
    detached: true,
  });
  closeSync(output);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const ready = once(child, "message").then(([message]) => message as { baseUrl: string; port: number });
  const started = await Promise.race([ready, ended.then(() => undefined)]);
  if (started === undefined) throw new Error(`the service did not start:\n${readLog(log)}`);
  const stop = (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { ...started, pid: child.pid ?? 0, stop };
}

// A pipe and a device have no end.
const readLog = (path: string) => (statSync(path).isFile() ? readFileSync(path, "utf8") : "");
