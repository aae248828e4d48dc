import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "../errors.ts";
import { processWide } from "../process-wide.ts";

/*
 * Argon2id with OWASP's parameters (19 MiB, two passes, one lane), stored as a PHC string so that they can grow.
 * Hashing runs on libuv's threads. The cap leaves some of them for other work.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const AT_ONCE = 2;
// These take some seconds. Past this queue length, fail fast with 503.
const WAITING_MAX = 200;

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

type Queue = { running: number; waiting: Array<() => void> };
/** The number of passwords being hashed, and the ones waiting. */
export const hashingQueue = processWide("password hashing", (): Queue => ({ running: 0, waiting: [] }));

async function limited<T>(work: () => Promise<T>): Promise<T> {
  const queue = hashingQueue();
  if (queue.running < AT_ONCE) queue.running += 1;
  else if (queue.waiting.length >= WAITING_MAX) throw busy();
  // The first in line takes over the slot.
  else await new Promise<void>((resolve) => queue.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
  }
}

const busy = () =>
  new AppError("unavailable", { detail: "Too many passwords are being checked at the moment. Try again soon." });

const hash = (password: string, nonce: Buffer, memory: number, passes: number, tagLength: number) =>
  limited(() => derive("argon2id", { message: password, nonce, parallelism: 1, tagLength, memory, passes }));

/** A password by what it means, however a system writes its accents and spaces (OpaqueString, RFC 8265 section 4.2). */
const canonical = (password: string) => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

/** Hashes a password into a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await hash(canonical(password), salt, MEMORY_KIB, PASSES, HASH_BYTES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${salt.toString("base64url")}$${tag.toString("base64url")}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]+)$/;

/** Checked for unknown emails, so that they cost what a wrong password costs. */
export const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Whether a password matches a hash. `outdated` if the hash is of the password as it was typed once: then it's to be replaced. */
export type PasswordMatch = "no" | "yes" | "outdated";

/**
 * Compares a password with a hash. Without a hash, or with the empty one of an account that has no password, it doesn't match, in
 * the same time.
 */
export async function matchPassword(password: string, stored: string | null): Promise<PasswordMatch> {
  const [, memory, passes, salt, tag] = PHC.exec(stored || DUMMY_HASH) ?? [];
  if (!memory || !passes || !salt || !tag) throw new Error("a stored password hash is not in PHC form");
  const expected = Buffer.from(tag, "base64url");
  const meant = canonical(password);
  // Hashes of earlier versions are of the text as it was typed. Nearly all passwords have one form.
  for (const form of new Set([meant, password, meant.normalize("NFD")])) {
    const actual = await hash(form, Buffer.from(salt, "base64url"), Number(memory), Number(passes), expected.length);
    if (timingSafeEqual(actual, expected) && stored) return form === meant ? "yes" : "outdated";
  }
  return "no";
}
