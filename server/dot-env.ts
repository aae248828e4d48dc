import { existsSync } from "node:fs";

/** Takes in the settings of the file .env, where the environment does not say otherwise. */
export function loadDotEnv(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}
