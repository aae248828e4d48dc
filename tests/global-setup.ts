import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, isBuilt } from "../server/process/build.ts";
import { findBrowser } from "./support/browser.ts";
import { SERVICE_LOG } from "./support/environment.ts";
import { RECORDED_ROWS } from "./support/recorded-rows.ts";
import { findRedis } from "./support/redis-program.ts";
import { startService } from "./support/start-service.ts";
import { openThrowawayDatabase } from "./support/throwaway-database.ts";

// Arguments of Playwright's command line that leave out no test of the API.
const WIDE = /^--(?:config=tests\/all\.config\.ts|project=api|reporter=.+|workers=\d+)$/;

/** Builds the service, starts it on a database of its own, and returns what stops both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const started = performance.now();
  rmSync(RECORDED_ROWS, { recursive: true, force: true });
  process.env.TEST_RECORDING = pathToFileURL("tests/support/start-recording.ts").href;
  process.env.TEST_IS_WHOLE_RUN = process.argv.slice(3).every((argument) => WIDE.test(argument)) ? "yes" : "no";
  const stop = stopOnSignal();
  // Many processes run the same code, so they share what was compiled.
  process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/site-inbox/compiled");
  await using running = new AsyncDisposableStack();
  const [service, browserPath, redisPath] = await Promise.all([
    startServiceUnderTest(running, stop),
    findBrowser(stop),
    findRedis(stop),
  ]);
  Object.assign(process.env, service, {
    TEST_HAS_BROWSER: browserPath === undefined ? "no" : "yes",
    TEST_BROWSER_PATH: browserPath ?? "",
    TEST_REDIS_PATH: redisPath ?? "",
  });
  process.stdout.write(`The service is ready (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
  const untilTheEnd = running.move();
  return () => untilTheEnd.disposeAsync();
}

async function startServiceUnderTest(running: AsyncDisposableStack, stop: AbortSignal) {
  // The build of a running npm start does as well, and is only read.
  const buildDir = (await isBuilt(".next")) ? ".next" : ".next-test";
  await buildIfChanged(buildDir, stop);
  process.env.TEST_BUILD_DIR = buildDir;
  const database = await openThrowawayDatabase({ connections: 200 });
  running.defer(database.discard);
  const dataDir = await mkdtemp(join(tmpdir(), "site-inbox-test-data-"));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const authSecret = randomBytes(48).toString("base64url");
  mkdirSync(dirname(SERVICE_LOG), { recursive: true });
  // The counts of npm run soak are more than one visitor or owner may send.
  const limits = process.env.TEST_SOAK ? "off" : "on";
  const service = await startService({
    settings: {
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: database.url,
      AUTH_SECRET: authSecret,
      DATA_DIR: dataDir,
      RATE_LIMITS: limits,
    },
    log: SERVICE_LOG,
    // It would hide that a change isn't published. Tests of the reconciler start a process that has it.
    without: ["reconciliation"],
  });
  running.defer(async () => void (await service.stop()));
  return {
    TEST_BASE_URL: service.baseUrl,
    TEST_DATABASE_URL: database.url,
    TEST_TEMPLATE_NAME: database.templateName,
    TEST_AUTH_SECRET: authSecret,
    TEST_DATA_DIR: dataDir,
  };
}

/** Playwright stops on Ctrl-C alone; here every signal that asks a process to end does the same. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.emit("SIGINT"));
  return stop.signal;
}
