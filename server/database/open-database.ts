import { poolSize, type Settings } from "#platform/env.ts";
import { type EmbeddedOptions, type OpenDatabase, openEmbedded } from "./embedded.ts";
import { checkExternal } from "./external.ts";

const CONNECTIONS_LEAST = 100;
const BESIDE_THE_POOL = 1;
// Connections for the operator's commands, the supervision, and PostgreSQL's own reserve.
const SPARE = 20;

/** Opens the configured database, or the built-in one. `stop` releases it. */
export async function openDatabase(settings: Settings, options?: EmbeddedOptions): Promise<OpenDatabase> {
  if (settings.DATABASE_URL === undefined) {
    const needed = settings.WEB_CONCURRENCY * (poolSize(settings) + BESIDE_THE_POOL) + SPARE;
    return openEmbedded(settings.DATA_DIR, { ...options, connections: Math.max(CONNECTIONS_LEAST, needed) });
  }
  await checkExternal(settings.DATABASE_URL);
  return { url: settings.DATABASE_URL, stop: () => Promise.resolve() };
}
