import { readFileSync } from "node:fs";
import { isBlank, SettingsError } from "#platform/env.ts";

// What shouldn't be in an environment others can read, and what pg reads itself.
export const SECRETS = [
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "BACKUP_PASSPHRASE",
  "BACKUP_S3_SECRET",
  "DATABASE_URL",
  "FILES_S3_SECRET",
  "INBOUND_IMAP_URL",
  "INBOUND_OAUTH_CLIENT_SECRET",
  "INBOUND_OAUTH_REFRESH_TOKEN",
  "INBOUND_SECRET",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
  "PGPASSWORD",
  "REDIS_URL",
  "SMTP_URL",
  "TELEGRAM_BOT_TOKEN",
];

/** Loads secrets from files, as containers provide them: AUTH_SECRET from the file that AUTH_SECRET_FILE names. */
export function loadSecretFiles(environment: Record<string, string | undefined>): void {
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`];
    if (path === undefined || isBlank(path)) continue;
    if (!isBlank(environment[name])) throw new SettingsError(`${name} and ${name}_FILE are both set; keep one of them`);
    environment[name] = readSecret(`${name}_FILE`, path);
  }
}

function readSecret(name: string, path: string): string {
  const secret = readText(name, path).trim();
  if (secret === "") throw new SettingsError(`${name} names an empty file: ${path}`);
  return secret;
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${name} names a file that cannot be read: ${reason}`);
  }
}
