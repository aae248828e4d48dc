import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../http/free-port.ts";
import { reasonIn, StartError } from "../process/start-error.ts";
import { responds } from "./connection.ts";
import type { Home } from "./home.ts";
import { findPostmaster } from "./postmaster.ts";
import { cannotRun, runProgram, spawnServer } from "./program.ts";

/** `durable: false` is for disposable data. Without a port, any free one is used. */
export type ServerOptions = { logs: string; durable: boolean; connections: number; port?: number };

// Recovery after a crash can take a while. The server rejects connections until it's done.
const START_TIMEOUT_MS = 120_000;
const PORT_TRIES = 5;
// After a kill, the server's last processes may still be ending, and PostgreSQL refuses to start beside them.
const STILL_ENDING = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const STILL_ENDING_MS = 10_000;
const STILL_ENDING_RETRY_MS = 200;

/** Returns the port of this cluster's server, starting it unless it's running. */
export async function adoptOrStart(home: Home, options: ServerOptions): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const running = await findPostmaster(home.cluster);
    if (!running) return start(home, options);
    if (running.port !== undefined && (await responds(home, running.port))) return running.port;
    await pause(50);
  }
  throw new StartError(`a database server on ${home.cluster} is running but doesn't respond. Stop it and start again`);
}

/** Stops this cluster's server, if it's running, with everything safely stored. */
export async function stopServer(home: Home): Promise<void> {
  if (!(await findPostmaster(home.cluster))) return;
  const run = { binaries: home.binaries, account: home.account, cwd: home.folder };
  const stop = (mode: string, seconds: number) =>
    runProgram("pg_ctl", ["stop", "-s", "-w", "-D", home.cluster, "-m", mode, "-t", String(seconds)], run);
  if ((await stop("fast", 3)).code === 0) return;
  const forced = await stop("immediate", 1);
  if (forced.code !== 0) throw new StartError(`cannot stop the built-in database: ${reasonIn(forced.output)}`);
}

async function start(home: Home, options: ServerOptions): Promise<number> {
  const logFile = join(options.logs, "postgres.log");
  if (existsSync(logFile)) renameSync(logFile, join(options.logs, "postgres.previous.log"));
  const patientUntil = Date.now() + STILL_ENDING_MS;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort("127.0.0.1"));
    const log = openSync(logFile, "w", 0o600);
    const run = { binaries: home.binaries, account: home.account, cwd: home.folder };
    const child = spawnServer(serverArguments(home, port, options), log, run);
    closeSync(log);
    if (await untilReady(child, home, port)) return port;
    const output = readFileSync(logFile, "utf8");
    if (STILL_ENDING.test(output) && Date.now() < patientUntil) {
      attempt -= 1;
      await pause(STILL_ENDING_RETRY_MS);
      continue;
    }
    if (!/could not bind|Address already in use/.test(output) || attempt === PORT_TRIES) {
      throw new StartError(`the built-in database cannot start: ${reasonIn(output)} (more in ${logFile})`);
    }
  }
}

function serverArguments(home: Home, port: number, { durable, connections }: ServerOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: String(connections),
    timezone: "UTC",
    // Its errors would quote visitors' texts. The service logs its own.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", home.cluster, "-p", String(port), ...flags];
}

/** Waits until the server accepts connections. Returns false if it exited instead. */
async function untilReady(child: ChildProcess, home: Home, port: number): Promise<boolean> {
  const ended = new AbortController();
  child.once("error", (error) => ended.abort(cannotRun(error)));
  child.once("exit", () => ended.abort());
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended.signal.aborted && Date.now() < deadline) {
    await pause(20);
    try {
      if (!(await responds(home, port))) continue;
      child.unref();
      return true;
    } catch (error) {
      // Another PostgreSQL may have taken the port, and ours has exited.
      if (ended.signal.aborted) break;
      await stopServer(home);
      throw error;
    }
  }
  if (ended.signal.reason instanceof StartError) throw ended.signal.reason;
  await stopServer(home);
  return false;
}
