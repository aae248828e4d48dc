import { accessSync, constants, existsSync } from "node:fs";

/** Loads settings from .env in the current folder, if it's there. The environment takes precedence. */
export function loadSettingsFile() {
  if (!existsSync(".env")) return;
  try {
    // Node says of a file that it may not read that there's none.
    accessSync(".env", constants.R_OK);
  } catch (error) {
    throw Object.assign(error, {
      launchError: true,
      message: ".env can't be read: this account doesn't have permission",
    });
  }
  process.loadEnvFile(".env");
}
