import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Challenge, Proof } from "#platform/challenge.ts";
import { proofKeyBytes } from "#platform/crypto/keys.ts";
import { processWide } from "#platform/process-wide.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";

// About 130,000 hashes: a fraction of a second on most phones, but it adds up for thousands of starts.
const DIFFICULTY = 17;
const LIFE_MS = 5 * 60_000;
const SALT_BYTES = 12;

const proofKey = processWide("proof key", proofKeyBytes);

// Bound to one visitor of one site, so that it's useless to any other.
function signatureOf(
  { siteId, visitorId }: VisitorScope,
  { salt, difficulty, expiresAt }: Omit<Proof, "signature" | "nonce">,
) {
  const signed = [siteId, visitorId, salt, difficulty, expiresAt].join(" ");
  return createHmac("sha256", proofKey()).update(signed).digest();
}

/** Creates a challenge for a visitor's browser. Nothing is stored. */
export function newChallenge(scope: VisitorScope): Challenge {
  const asked = {
    salt: randomBytes(SALT_BYTES).toString("base64url"),
    difficulty: DIFFICULTY,
    expiresAt: new Date(Date.now() + LIFE_MS).toISOString(),
  };
  return { algorithm: "sha-256", ...asked, signature: signatureOf(scope, asked).toString("base64url") };
}

/** Verifies the proof for a challenge that this visitor recently got. */
export function verifyProof(scope: VisitorScope, proof: Proof): boolean {
  const { salt, difficulty, expiresAt, signature, nonce } = proof;
  const expected = signatureOf(scope, { salt, difficulty, expiresAt });
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Date.parse(expiresAt) > Date.now() && zeroBitsOf(`${salt}.${nonce}`) >= difficulty;
}

function zeroBitsOf(text: string): number {
  return Math.clz32(createHash("sha256").update(text).digest().readUInt32BE());
}
