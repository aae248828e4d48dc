import { closeLiveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { closeDb } from "#platform/database/database.ts";
import { dropConnections, keepConnections, type ScratchDatabase, scratchDatabase } from "./database.ts";
import { provideSettings } from "./provide-settings.ts";

/** A migrated database that the code works on within this process, as a service of its own would. */
export async function openOwnDatabase(settings: Record<string, string> = {}): Promise<ScratchDatabase> {
  const database = await scratchDatabase();
  keepConnections(database.url);
  // What an earlier test of this worker didn't wait for may have opened its database again.
  await closeDb();
  provideSettings({ ...settings, DATABASE_URL: database.url });
  const drop = async () => {
    await closeLiveUpdates();
    await closeDb();
    // The database first: its connections may still be waiting for a lock, and dropping it ends them.
    await database.drop();
    await dropConnections(database.url);
  };
  return { url: database.url, drop, [Symbol.asyncDispose]: drop };
}
