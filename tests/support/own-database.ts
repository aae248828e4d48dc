import { closeLiveUpdates } from "#lib/live-updates/live-updates.ts";
import { closeDb } from "#platform/database/database.ts";
import { provideEnv, readSettings } from "#platform/env.ts";
import { type ScratchDatabase, scratchDatabase } from "./database.ts";
import { testEnvironment } from "./environment.ts";

/** A migrated database that the code works on within this process, as a service of its own would. */
export async function openOwnDatabase(): Promise<ScratchDatabase> {
  const database = await scratchDatabase();
  provideEnv({
    ...readSettings({ LOG_LEVEL: "silent" }),
    DATABASE_URL: database.url,
    AUTH_SECRET: testEnvironment.authSecret,
  });
  const drop = async () => {
    await closeLiveUpdates();
    await closeDb();
    await database.drop();
  };
  return { url: database.url, drop, [Symbol.asyncDispose]: drop };
}
