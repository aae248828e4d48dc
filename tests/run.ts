import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildIfChanged, isBuilt } from "../server/build.ts";
import { stopSignal } from "../server/stop-signal.ts";
import { findBrowser } from "./support/browser.ts";
import { findLeaks } from "./support/log-leaks.ts";
import { personalTexts } from "./support/personal-texts.ts";
import { runPlaywright } from "./support/playwright.ts";
import { findRedis } from "./support/redis-program.ts";
import { startService } from "./support/start-service.ts";
import { checkStyle, checkTypes } from "./support/static-checks.ts";
import { noneCounted, oneFailed, onePassed, Tally } from "./support/tally.ts";
import { openThrowawayDatabase } from "./support/throwaway-database.ts";

const chosen = process.argv.slice(2);
const stop = stopSignal();
const tally = new Tally();
const undo: (() => Promise<void>)[] = [];

// Many processes are started, of the same code: what one has compiled is there for the others.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/site-inbox/compiled");

const NO_BROWSER =
  "There is no browser to test with: install Chromium or Google Chrome, or run npx playwright install chromium.";

/** Builds the service and starts it on a database of its own. */
async function setUp(): Promise<Record<string, string> | undefined> {
  let environment: Record<string, string> | undefined;
  await tally.step("Service", async () => {
    try {
      environment = await startAll();
      return { counts: noneCounted };
    } catch (error) {
      stop.throwIfAborted();
      return { counts: oneFailed, output: error instanceof Error ? error.message : String(error) };
    }
  });
  return environment;
}

async function startAll(): Promise<Record<string, string>> {
  // What a running npm start was built from is as good, and is only read here.
  const buildDir = (await isBuilt(".next")) ? ".next" : ".next-test";
  await buildIfChanged(buildDir, stop);
  // The tests' own processes are on it beside the service, several at a time.
  const database = await openThrowawayDatabase({ connections: 200 });
  undo.push(database.discard);
  const authSecret = randomBytes(48).toString("base64url");
  mkdirSync("test-results", { recursive: true });
  process.env.TEST_BUILD_DIR = buildDir;
  const service = await startService({
    settings: {
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: database.url,
      AUTH_SECRET: authSecret,
      RATE_LIMITS: "on",
    },
    log: "test-results/service.log",
  });
  undo.push(async () => void (await service.stop()));
  const redisPath = await findRedis(stop);
  return {
    ...(redisPath !== undefined && { TEST_REDIS_PATH: redisPath }),
    TEST_BASE_URL: service.baseUrl,
    TEST_DATABASE_URL: database.url,
    TEST_TEMPLATE_NAME: database.templateName,
    TEST_AUTH_SECRET: authSecret,
  };
}

/** Starts Next without our own server on the same database, for the tests that hold it to the same contract. */
async function withNextAlone(environment: Record<string, string>): Promise<Record<string, string>> {
  const { TEST_DATABASE_URL = "", TEST_AUTH_SECRET = "" } = environment;
  const service = await startService({
    settings: { PORT: "0", HOST: "127.0.0.1", DATABASE_URL: TEST_DATABASE_URL, AUTH_SECRET: TEST_AUTH_SECRET },
    log: "test-results/next-alone.log",
    program: "tests/support/next-alone.ts",
  });
  undo.push(async () => void (await service.stop()));
  return { ...environment, TEST_BASE_URL: service.baseUrl, TEST_NEXT_ALONE: "1" };
}

async function runTests(environment: Record<string, string>): Promise<void> {
  if (chosen.length > 0) {
    const browser = await findBrowser(stop);
    const base = process.env.TEST_NEXT_ALONE ? await withNextAlone(environment) : environment;
    const env = { ...base, TEST_BROWSER_PATH: browser };
    await tally.step("Tests", async () => ({ counts: await runPlaywright(chosen, env, stop) }));
    return;
  }
  for (const project of ["unit", "api"]) {
    await tally.step(project, async () => ({
      counts: await runPlaywright([`--project=${project}`], environment, stop),
    }));
    stop.throwIfAborted();
  }
  await tally.step("next-alone", async () => ({
    counts: await runPlaywright([], await withNextAlone(environment), stop),
  }));
  stop.throwIfAborted();
  await tally.step("e2e", async () => {
    const browser = await findBrowser(stop);
    if (browser === undefined) return { counts: oneFailed, output: NO_BROWSER };
    const env = { ...environment, TEST_BROWSER_PATH: browser };
    return { counts: await runPlaywright(["--project=e2e"], env, stop) };
  });
}

const LOGS = ["test-results/service.log", "test-results/next-alone.log"];
const LEAKS_SHOWN = 20;

/** Looks for anything personal in what the services wrote during all of the tests. */
async function checkLogs({ TEST_DATABASE_URL = "" }: Record<string, string>): Promise<void> {
  const texts = await personalTexts(TEST_DATABASE_URL);
  const leaks = LOGS.filter(existsSync).flatMap((path) =>
    findLeaks(readFileSync(path, "utf8"), texts).map(
      ({ line, what, text }) => `${path}:${line} holds ${what}: ${text}`,
    ),
  );
  await tally.step("Logs", async () => ({
    counts: leaks.length === 0 ? onePassed : oneFailed,
    output: leaks.slice(0, LEAKS_SHOWN).join("\n"),
  }));
}

try {
  if (chosen.length === 0) await checkTypes(tally, stop);
  // A build keeps no two cores busy all the time.
  const [environment] = await Promise.all([setUp(), chosen.length === 0 && checkStyle(tally, stop)]);
  if (environment) await runTests(environment);
  if (environment && chosen.length === 0 && !stop.aborted) await checkLogs(environment);
} catch (error) {
  if (!stop.aborted) throw error;
} finally {
  for (const step of undo.reverse()) await step();
}
process.stdout.write(`\n${tally.summary}\n`);
process.exit(!stop.aborted && tally.succeeded ? 0 : 1);
