import { randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Settings, SettingsError } from "#platform/env.ts";
import { StartError, startErrorFrom } from "./start-error.ts";

const BYTES = 48;
const LEAST_BYTES = 32;

/** Where the secret is kept that was made for a data folder. */
export const secretFileOf = ({ DATA_DIR }: Settings) => join(DATA_DIR, "secret");

/**
 * The secret that all tokens are signed by: a setting, or made once and kept beside the built-in database. It stays in use
 * when the data has been moved from there to another one.
 */
export async function provideSecret(settings: Settings): Promise<string> {
  if (settings.AUTH_SECRET !== undefined) return settings.AUTH_SECRET;
  const path = secretFileOf(settings);
  const kept = await readSecret(path);
  if (kept !== undefined) return kept;
  if (settings.DATABASE_URL === undefined) {
    return makeSecret(path).catch((error: unknown) => {
      throw startErrorFrom(error, "cannot store the secret");
    });
  }
  throw new SettingsError("AUTH_SECRET is required with DATABASE_URL; create one with: openssl rand -base64 48");
}

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw startErrorFrom(error, "cannot read the secret", path);
  });
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (Buffer.byteLength(secret) >= LEAST_BYTES) return secret;
  throw new StartError(
    `${path} has fewer than ${LEAST_BYTES} bytes. Restore it, or remove it (everyone has to log in again)`,
  );
}

/** Written whole under another name and then linked: two processes at once agree on one, and none is ever half there. */
async function makeSecret(path: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, `${randomBytes(BYTES).toString("base64url")}\n`, { mode: 0o600 });
  try {
    await link(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  const secret = await readSecret(path);
  if (secret === undefined) throw new StartError(`${path} disappeared while it was being created`);
  return secret;
}
