import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseEnv } from "node:util";
import { expectSuccess, lastLines, operatorsUmask, ownerOf, run, shellEnvironment } from "./run.mjs";

/**
 * How a service is restarted, by systemd or by the operator's own commands, and where it's reached.
 * @typedef {{ how: { unit: string } | { stop: string, start: string }, host: string, port: number }} Service
 */

// With the proof and the way back, two minutes.
const READY_WITHIN_MS = 45_000;
// Without a rehearsal, the migration is part of it.
const MIGRATED_WITHIN_MS = 3_600_000;
const STOPPED_WITHIN_MS = 20_000;
const ASK_EVERY_MS = 250;
// systemd starts it again and again.
const FAILED_STARTS = 3;
const RESPONDS_WITHIN_MS = 1_000;

const show = async (unit) => {
  const output = await run("systemctl", ["show", "-p", "MainPID,WorkingDirectory,LoadState,NRestarts", unit], {
    cwd: "/",
    isQuiet: true,
  });
  return Object.fromEntries(output.output.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));
};

/** Throws unless this process can restart the service. */
export function requireMeans({ stop, start }) {
  if ((stop === undefined) !== (start === undefined)) throw new Error("--stop and --start are given together");
  if (stop === undefined && process.getuid?.() !== 0)
    throw new Error("run it as root, which may restart the service, or with --stop and --start");
}

/**
 * Finds the service that runs from a folder: how it's restarted, its settings, and its account. Throws if it doesn't run, or runs
 * from another folder.
 * @param {{ unit?: string, stop?: string, start?: string, folder: string, root: string }} where `folder` is what the unit names,
 *   `root` the version in it
 */
export async function findService({ unit = "site-inbox", stop, start, folder, root }) {
  requireMeans({ stop, start });
  if (stop !== undefined) return complete({ how: { stop, start }, given: shellEnvironment(), root });
  const { MainPID: pid = "0", WorkingDirectory: place, LoadState: loaded } = await show(unit);
  if (loaded !== "loaded") throw new Error(`there's no unit ${unit}. Name it with --unit, or use --stop and --start`);
  if (place !== folder) throw new Error(`the unit ${unit} runs from ${place}, and not from ${folder}`);
  if (pid === "0") throw new Error(`the unit ${unit} isn't running`);
  const lines = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const given = Object.fromEntries(lines.filter(Boolean).map((line) => line.split(/=(.*)/s).slice(0, 2)));
  const { uid, gid } = statSync(`/proc/${pid}`);
  return complete({ how: { unit }, given, root, account: uid === 0 ? undefined : { uid, gid } });
}

// What npm, Node and systemd have set is of that process.
const NOT_SETTINGS =
  /^(?:npm_|NODE_(?!EXTRA_CA_CERTS$)|INVOCATION_ID|JOURNAL_STREAM|LISTEN_|MAINPID|NOTIFY_SOCKET|SYSTEMD_|MEMORY_PRESSURE_)/;

function complete({ how, given, root, account }) {
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => !NOT_SETTINGS.test(name)));
  const file = join(root, ".env");
  const inFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const of = (name) => settings[name] || inFile[name] || undefined;
  const dataDir = resolve(root, of("DATA_DIR") ?? "data");
  const hasDatabase = ["postgres", "postgres-location"].some((name) => existsSync(join(dataDir, name)));
  if (!of("DATABASE_URL") && !of("DATABASE_URL_FILE") && !hasDatabase)
    throw new Error(`there's no database in ${dataDir}, and DATABASE_URL isn't set`);
  const isRelative = (name) => !/^(?:\/|s3:|none$)/.test(of(name) ?? "none");
  const relative = ["DATA_DIR", "BACKUP_TO"].find(isRelative);
  if (relative)
    throw new Error(`${relative}=${of(relative)} would be another folder after the update: write the whole path`);
  return {
    how,
    dataDir,
    backupTo: of("BACKUP_TO"),
    // Settings that name a file or folder.
    paths: Object.fromEntries(
      ["DATA_DIR", "BACKUP_TO", ...Object.keys({ ...inFile, ...settings }).filter((name) => name.endsWith("_FILE"))]
        .filter((name) => of(name) && !/^(?:s3:|none$)/.test(of(name)))
        .map((name) => [name, resolve(root, of(name))]),
    ),
    host: of("HOST") ?? "",
    port: Number(of("PORT") ?? 3000),
    account: account ?? ownerOf(dataDir),
    // For the commands of a version, which read its own .env too.
    env: { PATH: shellEnvironment().PATH, ...settings, DATA_DIR: dataDir, LOG_LEVEL: "warn" },
  };
}

/** Restarts a service. A stop that fails, because it doesn't run, doesn't matter. */
export async function restart({ how, ...place }) {
  if ("unit" in how) {
    // After too many failed starts, systemd refuses another.
    await run("systemctl", ["reset-failed", how.unit], { cwd: "/", isQuiet: true });
    await expectSuccess("the restart", "systemctl", ["restart", how.unit], { cwd: "/" });
    return;
  }
  await run("sh", ["-c", how.stop], { cwd: "/", withinMs: STOPPED_WITHIN_MS });
  if ((await ask(place, "/health/live")) !== undefined)
    throw new Error(`the service still responds after: ${how.stop}`);
  const start = `umask ${operatorsUmask.toString(8)}; ${how.start}`;
  spawn("sh", ["-c", start], { cwd: "/", detached: true, stdio: "ignore", env: shellEnvironment() }).unref();
}

/** The last lines of a service's log, if systemd has them. */
export async function lastLog({ how }) {
  if (!("unit" in how)) return "";
  const { output } = await run("journalctl", ["-u", how.unit, "-n", "30", "--no-pager", "-o", "cat"], {
    cwd: "/",
    isQuiet: true,
  });
  return lastLines(output);
}

function ask({ host, port }, path) {
  const name = /^(?:0\.0\.0\.0|::)?$/.test(host) ? "127.0.0.1" : host;
  const url = `http://${name.includes(":") ? `[${name}]` : name}:${port}${path}`;
  return fetch(url, { signal: AbortSignal.timeout(RESPONDS_WITHIN_MS) }).then(
    async (response) => (response.ok ? await response.json() : undefined),
    () => undefined,
  );
}

/** Waits until a version of the service is ready. With systemd, it's certain that it's that version's process. */
export async function waitUntilReady({ how, ...place }, version, { isRehearsed }) {
  const wanted = JSON.parse(readFileSync(join(version, "package.json"), "utf8")).version;
  const within = isRehearsed ? READY_WITHIN_MS : MIGRATED_WITHIN_MS;
  for (const until = Date.now() + within; Date.now() < until; await pause(ASK_EVERY_MS)) {
    const [live, ready] = await Promise.all([ask(place, "/health/live"), ask(place, "/health/ready")]);
    if (ready?.status === "ok" && live?.version === wanted && (await runsFrom(how, version))) return;
    if ("unit" in how && Number((await show(how.unit)).NRestarts) >= FAILED_STARTS)
      throw new Error(`version ${wanted} ends as soon as it's started`);
  }
  throw new Error(`version ${wanted} isn't ready after ${within / 1000} seconds`);
}

async function runsFrom(how, version) {
  if (!("unit" in how)) return true;
  const { MainPID: pid } = await show(how.unit);
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(version);
  } catch {
    return false;
  }
}
