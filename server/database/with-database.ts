import { backupCheckOf, provideEnv, readSettings } from "#platform/env.ts";
import { provideVersion } from "#platform/version.ts";
import { projectRoot } from "../launch/project-root.mjs";
import { loadDotEnv } from "../process/dot-env.ts";
import { readRevision } from "../process/revision.ts";
import { provideSecret } from "./database-secret.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

/** Works on the service's own database, beside the running service or without it. */
export async function withDatabase(work: () => Promise<void>): Promise<void> {
  loadDotEnv();
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    await migrate(database.url);
    const secret = await provideSecret(settings, database.url);
    provideEnv({
      ...settings,
      BACKUP_CHECK: backupCheckOf(settings),
      DATABASE_URL: database.url,
      AUTH_SECRET: secret,
    });
    provideVersion(readRevision(projectRoot));
    const { closeDb } = await import("#platform/database/database.ts");
    await work().finally(closeDb);
  } finally {
    await database.stop();
  }
}
