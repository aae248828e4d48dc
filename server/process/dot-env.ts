import { existsSync } from "node:fs";
import { loadSecretFiles } from "./secret-files.ts";

/** Loads settings from .env and from secret files. The environment takes precedence. */
export function loadDotEnv(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
  loadSecretFiles(process.env);
}
