import { fingerprintsOf } from "#platform/crypto/keys.ts";
import { backupCheckOf, deprecationsIn, provideEnv, readSettings } from "#platform/env.ts";
import { log } from "#platform/log.ts";
import { provideVersion } from "#platform/version.ts";
import { lockDatabase } from "../database/database-lock.ts";
import { provideSecret } from "../database/database-secret.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { checkAcceptQueue } from "../http/accept-queue.ts";
import { withPort } from "../http/port.ts";
import { startWebServer } from "../http/web-server.ts";
import { projectRoot } from "../launch/project-root.mjs";
import { buildApiDocument, buildIfChanged, buildScripts } from "./build.ts";
import { print, printError } from "./console.ts";
import { sendConsoleToLog } from "./console-log.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { setNextEnvironment } from "./next-environment.ts";
import { readRevision } from "./revision.ts";
import { findSecret } from "./secret.ts";
import { Shutdown } from "./shutdown.ts";
import { stopSignal, whenStopped } from "./stop-signal.ts";

const NO_LIMITS = "RATE_LIMITS=off: anyone can send, log in and connect without limit";
const NO_JOBS = "JOBS=off: emails and webhooks are sent only by a separate npm run jobs";
const NO_BACKUPS = "nothing is backed up: set BACKUP_TO (docs/operating/database-and-backup.md), or BACKUP_TO=none";
const BACKUPS_ELSEWHERE =
  "BACKUP_TO is set but JOBS=off: backups are made only by a separate npm run jobs with the same setting";
const LOCAL_LINKS =
  "SMTP_URL is set but BASE_URL is not: links in emails point to this machine, so other people can't open them";

type Serve = { dev: boolean; buildDir: string; onReady(baseUrl: string, port: number): void };

/** Runs the service, from reading its settings until it's stopped. */
export async function serve({ dev, buildDir, onReady }: Serve): Promise<void> {
  const stop = stopSignal();
  const undo = new Shutdown();
  // The log needs settings that the database has.
  let hasLog = false;
  try {
    const chosen = readSettings();
    const claim = chosen.DATABASE_URL === undefined ? await lockDataFolder(chosen.DATA_DIR) : undefined;
    if (claim) undo.add("the data folder", claim.release);
    // Fails on invalid settings before anything slow.
    const settings = await withPort(chosen);
    await findSecret(settings);
    const database = await openDatabase(settings, {
      supervisedBy: (event, reason) =>
        hasLog ? log().error({ reason }, event) : printError([event, reason].filter(Boolean).join(": ")),
      onCreatedOutside: printLocation,
    });
    undo.add("the database", database.stop);
    const lock = await lockDatabase(database.url);
    undo.add("the lock on the database", lock.release);
    stop.throwIfAborted();

    if (dev) await Promise.all([buildScripts(), buildApiDocument(buildDir)]);
    if (!dev) await buildIfChanged(buildDir, stop);
    stop.throwIfAborted();

    await migrate(database.url, { signal: stop });
    const secret = await provideSecret(settings, database.url);
    const env = provideEnv({
      ...settings,
      BACKUP_CHECK: backupCheckOf(settings),
      DATABASE_URL: database.url,
      AUTH_SECRET: secret,
    });
    hasLog = true;
    const revision = readRevision(projectRoot);
    provideVersion(revision);
    log().info(revision, "starting");
    await lock.announceSecret(fingerprintsOf()[0]);
    if (!dev) sendConsoleToLog();
    for (const deprecation of deprecationsIn()) log().warn(deprecation);
    if (env.RATE_LIMITS === "off") log().warn(NO_LIMITS);
    if (env.SMTP_URL !== undefined && settings.BASE_URL === undefined) log().warn(LOCAL_LINKS);
    if (env.JOBS === "off") log().warn(NO_JOBS);
    if (!dev && settings.DATABASE_URL === undefined && env.BACKUP_TO === undefined) log().warn(NO_BACKUPS);
    if (env.JOBS === "off" && env.BACKUP_TO !== undefined && env.BACKUP_TO !== "none") log().warn(BACKUPS_ELSEWHERE);
    checkAcceptQueue();
    setNextEnvironment({ mode: dev ? "development" : "production", baseUrl: env.BASE_URL, buildDir });
    if (dev || env.WEB_CONCURRENCY === 1) await startWebServer({ dev }, undo);
    else await startWorkers(undo);
    await claim?.announce(env.BASE_URL);
    stop.throwIfAborted();

    onReady(env.BASE_URL, env.PORT);
    await whenStopped(stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    await undo.run();
  }
}

const printLocation = (folder: string) =>
  print(`PostgreSQL can't run as root, so the database is in ${folder} instead of the data folder.`);

async function startWorkers(undo: Shutdown): Promise<void> {
  const { Workers } = await import("./workers.ts");
  const workers = await Workers.start();
  undo.add("the worker processes", () => workers.stop());
}
