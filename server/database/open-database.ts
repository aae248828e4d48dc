import type { Settings } from "#lib/env.ts";
import { type EmbeddedOptions, type OpenDatabase, openEmbedded } from "./embedded.ts";
import { checkExternal } from "./external.ts";

/** Opens the database that the settings name, or the built-in one. `stop` gives back what opening took. */
export async function openDatabase(settings: Settings, options?: EmbeddedOptions): Promise<OpenDatabase> {
  if (settings.DATABASE_URL === undefined) return openEmbedded(settings.DATA_DIR, options);
  await checkExternal(settings.DATABASE_URL);
  return { url: settings.DATABASE_URL, stop: () => Promise.resolve() };
}
