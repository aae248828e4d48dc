import { provideEnv, readSettings } from "#platform/env.ts";
import { openDatabase } from "./database/open-database.ts";
import { loadDotEnv } from "./dot-env.ts";
import { migrate } from "./migrate.ts";
import { provideSecret } from "./secret.ts";

/** Works on the service's own database, beside the running service or without it. */
export async function withDatabase(work: () => Promise<void>): Promise<void> {
  loadDotEnv();
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    await migrate(database.url);
    provideEnv({ ...settings, DATABASE_URL: database.url, AUTH_SECRET: await provideSecret(settings) });
    const { closeDb } = await import("#platform/database/database.ts");
    await work().finally(closeDb);
  } finally {
    await database.stop();
  }
}
