import { type Argon2Parameters, argon2, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import type { Settings } from "#platform/env.ts";
import { findSecret } from "../process/secret.ts";

/*
 * The service's secrets in a backup, sealed with BACKUP_PASSPHRASE: Argon2id (RFC 9106, its second recommended option: 64 MiB,
 * three passes), because a backup may be guessed at for years, and AES-256-GCM.
 */
const COSTS = { memory: 65_536, passes: 3, parallelism: 4 };
// What's read may name other costs, but none that would stop the host.
const MEMORY_MAX = 1_048_576;
const PASSES_MAX = 20;
const LANES_MAX = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const FORM = /^1\.(\d{1,7})\.(\d{1,2})\.(\d{1,2})\.([\w-]+)$/;

/** AUTH_SECRET, and the one before while rows may still need it. */
const Secrets = z.object({ current: z.string(), previous: z.string().optional() });
export type BackupSecrets = z.infer<typeof Secrets>;

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

const keyOf = (passphrase: string, salt: Buffer, costs: typeof COSTS) =>
  derive("argon2id", { message: passphrase.normalize("NFC"), nonce: salt, tagLength: KEY_BYTES, ...costs });

/** Seals secrets with a passphrase, as text. */
export async function sealSecrets(secrets: BackupSecrets, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt, COSTS), nonce);
  const sealed = [cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()];
  const { memory, passes, parallelism } = COSTS;
  const bytes = Buffer.concat([salt, nonce, ...sealed, cipher.getAuthTag()]);
  return `1.${memory}.${passes}.${parallelism}.${bytes.toString("base64url")}`;
}

/** Opens what `sealSecrets` returned. Null if it's another passphrase, or damaged. */
export async function openSecrets(text: string, passphrase: string): Promise<BackupSecrets | null> {
  const [, ...parts] = FORM.exec(text) ?? [];
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(0, 3).map(Number);
  const sealed = Buffer.from(parts[3] ?? "", "base64url");
  if (memory > MEMORY_MAX || passes > PASSES_MAX || parallelism > LANES_MAX) return null;
  if (sealed.length <= SALT_BYTES + NONCE_BYTES + TAG_BYTES) return null;
  try {
    const key = await keyOf(passphrase, sealed.subarray(0, SALT_BYTES), { memory, passes, parallelism });
    const nonce = sealed.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const opened = [decipher.update(sealed.subarray(SALT_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Secrets.parse(JSON.parse(Buffer.concat(opened).toString()));
  } catch {
    return null;
  }
}

/** Returns the service's secrets for a backup, sealed, or undefined without BACKUP_PASSPHRASE. */
export async function sealedSecretsOf(settings: Settings): Promise<string | undefined> {
  const { BACKUP_PASSPHRASE: passphrase, AUTH_SECRET_PREVIOUS: previous } = settings;
  if (passphrase === undefined) return undefined;
  const current = await findSecret(settings);
  return current === undefined
    ? undefined
    : sealSecrets({ current, ...(previous !== undefined && { previous }) }, passphrase);
}
