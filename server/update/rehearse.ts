import { fingerprintsOf } from "#platform/crypto/keys.ts";
import { buildFolder, provideEnv, readSettings } from "#platform/env.ts";
import { provideVersion, versionWords } from "#platform/version.ts";
import { lockDatabase } from "../database/database-lock.ts";
import { provideSecret } from "../database/database-secret.ts";
import { hasDatabase } from "../database/home.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { freePort } from "../http/free-port.ts";
import { startWebServer } from "../http/web-server.ts";
import { projectRoot } from "../launch/project-root.mjs";
import { print } from "../process/console.ts";
import { loadDotEnv } from "../process/dot-env.ts";
import { setNextEnvironment } from "../process/next-environment.ts";
import { readRevision } from "../process/revision.ts";
import { runCommand } from "../process/run-command.ts";
import { Shutdown } from "../process/shutdown.ts";
import { StartError } from "../process/start-error.ts";
import { stopSignal } from "../process/stop-signal.ts";
import { proveChain } from "./prove.ts";

const HOST = "127.0.0.1";
// Beside the service, which has its own.
const POOL = 5;

/*
 * Rehearses an update, in the new version's folder, while the version before serves: migrates the database, serves on a port of
 * its own, and proves that by a message. It runs no jobs, and ends.
 */
await runCommand(async () => {
  loadDotEnv();
  const chosen = readSettings();
  if (chosen.DATABASE_URL === undefined && !hasDatabase(chosen.DATA_DIR))
    throw new StartError(`there's no database in ${chosen.DATA_DIR}`);
  const PORT = await freePort(HOST);
  const settings = { ...chosen, HOST, PORT, WEB_CONCURRENCY: 1, DATABASE_POOL_SIZE: POOL, JOBS: "off" as const };
  const stop = stopSignal();
  const undo = new Shutdown();
  try {
    const database = await openDatabase(settings);
    undo.add("the database", database.stop);
    const lock = await lockDatabase(database.url);
    undo.add("the lock on the database", lock.release);
    const applied = await migrate(database.url, { signal: stop });
    stop.throwIfAborted();
    if (applied.length > 0) print(`Migrated the database (${applied.length}), while the version before serves.`);
    const AUTH_SECRET = await provideSecret(settings, database.url);
    const baseUrl = `http://${HOST}:${PORT}`;
    const BASE_URL = settings.BASE_URL ?? baseUrl;
    provideEnv({ ...settings, BASE_URL, DATABASE_URL: database.url, AUTH_SECRET });
    provideVersion(readRevision(projectRoot));
    await lock.announceSecret(fingerprintsOf()[0]);
    setNextEnvironment({ mode: "production", baseUrl, buildDir: buildFolder() });
    await startWebServer({}, undo);
    const isProved = await proveChain(baseUrl);
    const words = versionWords(readRevision(projectRoot));
    if (isProved) print(`${words} works: a message was stored, streamed and found.`);
    else print(`${words} serves. There are no accounts yet, so no message was sent.`);
  } finally {
    await undo.run();
  }
}, "cannot be rehearsed");
