import { existsSync } from "node:fs";
import { loadSecretFiles } from "./secret-files.ts";

/** Takes in the settings of the file .env, and those that are kept in files, where the environment does not say otherwise. */
export function loadDotEnv(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
  loadSecretFiles(process.env);
}
