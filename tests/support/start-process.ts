import { test } from "@playwright/test";
import { testEnvironment } from "./environment.ts";
import type { Mechanism } from "./silence.ts";
import { startService } from "./start-service.ts";

type More = { log?: string; without?: Mechanism[]; openFiles?: number };

/**
 * A further process on the database of the service under test, or on another one. It runs jobs only on another one: those
 * of the tests beside it would run with its settings, and end with it.
 */
export async function startProcess(
  name: string,
  settings: Record<string, string> = {},
  { log = test.info().outputPath(`${name}.log`), without = [], openFiles }: More = {},
) {
  const service = await startService({
    settings: {
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: testEnvironment.databaseUrl,
      AUTH_SECRET: testEnvironment.authSecret,
      DATA_DIR: testEnvironment.dataDir,
      LOG_LEVEL: "warn",
      ...("DATABASE_URL" in settings ? {} : { JOBS: "off" }),
      ...settings,
    },
    log,
    without,
    openFiles,
  });
  return { ...service, log, [Symbol.asyncDispose]: async () => void (await service.stop()) };
}
