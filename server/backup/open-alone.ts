import type { Settings } from "#platform/env.ts";
import { openDatabase } from "../database/open-database.ts";
import { lockDataFolder } from "../process/data-folder-lock.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { keepServicesOut } from "./keep-services-out.ts";

/** Opens the database of the settings while no service runs on it, and keeps services out until `undo`. */
export async function openAlone(settings: Settings, undo: Shutdown) {
  const claim = settings.DATABASE_URL === undefined ? await lockDataFolder(settings.DATA_DIR) : undefined;
  if (claim) undo.add("the data folder", claim.release);
  const { url, stop } = await openDatabase(settings);
  undo.add("the database", stop);
  const closure = await keepServicesOut(url);
  undo.add("the lock that keeps services out", closure.end);
  return { url, closure };
}
