import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { recordedLocation } from "../../server/database/home.ts";
import { findPostmaster } from "../../server/database/postmaster.ts";
import { freePort } from "../../server/http/free-port.ts";
import { NODE_OPTIONS } from "../../tests/support/start-service.ts";
import { cpuTime } from "../measure/process-tree.ts";
import { benchFolder } from "./folder.ts";

const LOOK_EVERY_MS = 5;

export type OwnStart = {
  pid: number;
  baseUrl: string;
  /** From the start of the first process to its first response. */
  readyMs: number;
  /** The CPU time that our processes, without the database, had used by then. */
  cpuMs: number;
  /** The built-in database's first process. */
  databasePid: number;
} & AsyncDisposable;

/** Starts all of it as npm start does, with the built-in database of a data folder, but without npm around it. */
export async function startWithOwnDatabase(dataDir: string): Promise<OwnStart> {
  const port = await freePort("127.0.0.1");
  const log = join(benchFolder(), "own-start.log");
  const output = openSync(log, "w");
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, "server/launch.mjs", "server/start.ts"], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
    } as never,
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const ended = once(child, "exit");
  const baseUrl = `http://127.0.0.1:${port}`;
  while (!(await responds(`${baseUrl}/login`))) {
    if (child.exitCode !== null) throw new Error(`the service did not start:\n${readFileSync(log, "utf8")}`);
    await pause(LOOK_EVERY_MS);
  }
  const readyMs = performance.now() - started;
  const cpuMs = cpuTime(child.pid ?? 0);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    baseUrl,
    readyMs,
    cpuMs,
    databasePid: await databasePidOf(dataDir),
    [Symbol.asyncDispose]: stop,
  };
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function databasePidOf(dataDir: string): Promise<number> {
  const home = (await recordedLocation(dataDir)) ?? join(dataDir, "postgres");
  const found = await findPostmaster(await realpath(join(home, "cluster")));
  if (!found) throw new Error("the built-in database does not run");
  return found.pid;
}
