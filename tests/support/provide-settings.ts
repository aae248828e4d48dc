import { type Env, provideEnv, readSettings } from "#platform/env.ts";
import { recordTexts } from "./recorded-rows.ts";

// Code keeps keys that it derives from the secret for as long as its process runs, and files share a worker's process.
const WITHOUT_A_SERVICE = { DATABASE_URL: "postgresql://localhost/none", AUTH_SECRET: "unit tests alone sign with it" };

/**
 * Gives code that runs in the tests' own process its settings. Unless given, the secret and the database are those of the
 * service under test, so that no test changes what another one finds.
 */
export function provideSettings(settings: Record<string, string> = {}): Env {
  recordTexts();
  const { TEST_DATABASE_URL, TEST_AUTH_SECRET, TEST_DATA_DIR: DATA_DIR } = process.env;
  const {
    DATABASE_URL = TEST_DATABASE_URL ?? WITHOUT_A_SERVICE.DATABASE_URL,
    AUTH_SECRET = TEST_AUTH_SECRET ?? WITHOUT_A_SERVICE.AUTH_SECRET,
    ...others
  } = readSettings({ LOG_LEVEL: "silent", DATA_DIR, ...settings });
  return provideEnv({ ...others, DATABASE_URL, AUTH_SECRET });
}
