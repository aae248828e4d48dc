import { spawn } from "node:child_process";
import { StartError, startErrorFrom } from "../process/start-error.ts";
import type { Account } from "./account.ts";
import { type Program, programPath } from "./binaries.ts";

type Run = { binaries: string; account: Account | undefined; cwd: string };

/** Runs one of PostgreSQL's short-lived programs to its end. */
export async function runProgram(
  program: Program,
  args: string[],
  run: Run,
): Promise<{ code: number; output: string }> {
  const path = programPath(run.binaries, program);
  const child = spawn(path, args, {
    ...run.account,
    cwd: run.cwd,
    env: programEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(cannotRun(error)));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Starts PostgreSQL in its own process group, so that Ctrl-C reaches only us and we can stop it in order. */
export function spawnServer(args: string[], log: number, run: Run) {
  return spawn(programPath(run.binaries, "postgres"), args, {
    ...run.account,
    cwd: run.cwd,
    env: programEnvironment(),
    stdio: ["ignore", log, log],
    detached: true,
    windowsHide: true,
  });
}

export function cannotRun(error: NodeJS.ErrnoException): StartError {
  if (error.code === "ENOENT") {
    return new StartError(
      "the built-in database doesn't run on this system: it needs glibc, not musl (Alpine). Set DATABASE_URL",
    );
  }
  return startErrorFrom(error, "cannot run the built-in database");
}

// PostgreSQL's own variables (PGDATA, PGPORT, PGOPTIONS...) must not leak in from the operator's shell.
function programEnvironment(): NodeJS.ProcessEnv {
  const keep = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];
  const kept = keep.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" };
}
