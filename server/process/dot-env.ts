import { loadSettingsFile } from "../launch/settings-file.mjs";
import { loadSecretFiles } from "./secret-files.ts";

/** Loads settings from .env and from secret files. The environment takes precedence. */
export function loadDotEnv(): void {
  loadSettingsFile();
  loadSecretFiles(process.env);
}
