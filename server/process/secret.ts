import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Settings, SettingsError } from "#platform/env.ts";
import { StartError, startErrorFrom } from "./start-error.ts";

const BYTES = 48;
const LEAST_BYTES = 32;

/** Where the secret that was generated for a data folder is stored. */
export const secretFileOf = ({ DATA_DIR }: Settings) => join(DATA_DIR, "secret");

/**
 * Returns the secret that signs all tokens: the setting, or the one that was generated and stored next to the built-in
 * database. It stays in use after the data is moved to another database. Undefined if it's still to be generated.
 */
export async function findSecret(settings: Settings): Promise<string | undefined> {
  if (settings.AUTH_SECRET !== undefined) return settings.AUTH_SECRET;
  const kept = await readSecret(secretFileOf(settings));
  if (kept !== undefined || settings.DATABASE_URL === undefined) return kept;
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
  throw new StartError(`${path} has fewer than ${LEAST_BYTES} bytes. Put back the secret that was there`);
}

/** Generates and stores a secret, and returns the stored one. */
export async function makeSecret(settings: Settings): Promise<string> {
  const path = secretFileOf(settings);
  await writeSecret(path, randomBytes(BYTES).toString("base64url")).catch((error: unknown) => {
    throw startErrorFrom(error, "cannot store the secret");
  });
  const secret = await readSecret(path);
  if (secret === undefined) throw new StartError(`${path} disappeared while it was being created`);
  return secret;
}

/** Written under a temporary name and then linked, so that two processes agree on one, and it's never incomplete. */
async function writeSecret(path: string, secret: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, `${secret}\n`, { mode: 0o600 });
  try {
    await link(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Stores a secret in the data folder. Returns where the one is that was there before, if it's another one. */
export async function replaceSecret(settings: Settings, secret: string): Promise<string | undefined> {
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const path = secretFileOf(settings);
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before?.trim() === secret) return undefined;
  const kept = before === undefined ? undefined : `${path}.before-restore`;
  if (kept !== undefined) await rename(path, kept);
  await writeSecret(path, secret);
  return kept;
}

/** Writes a secret beside the data folder's own, for the operator to set. Returns where. */
export async function writeBeside(settings: Settings, secret: string, ending = ""): Promise<string> {
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const path = `${secretFileOf(settings)}.restored${ending}`;
  await writeFile(path, `${secret}\n`, { mode: 0o600 });
  return path;
}
