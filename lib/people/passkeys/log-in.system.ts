import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { log } from "#platform/log.ts";
import { Prisma } from "#prisma-client";
import { limitFailures } from "../../base/sessions/limit-failures.ts";
import { type OpenedSession, openSession } from "../../base/sessions/sessions.system.ts";
import type { User } from "../owners/create-owner.system.ts";
import { openLogInChallenge, takeLogInChallenge } from "./challenges.system.ts";
import { requestOptions, userHandleOf } from "./options.ts";
import { requireRelyingParty } from "./relying-party.ts";
import type { PasskeyRequestOptions, SignedCredential } from "./schema.ts";
import { challengeIn, verifySignature } from "./verify.ts";

/** Begins a login: returns what the browser needs. Throws `not_accepted` if the service can't have passkeys. */
export async function startPasskeyLogIn(): Promise<PasskeyRequestOptions> {
  const party = requireRelyingParty();
  return requestOptions(await openLogInChallenge(), party);
}

/** Where a login comes from, as far as known. */
type Origin = { address: string | null; device: string | null };

/**
 * Opens a session for someone who has just used a passkey, without their password or second factor. Throws `link_gone` if the
 * challenge is over, `invalid_credentials`, or `rate_limited` after too many failures.
 */
export async function logInByPasskey(
  credential: SignedCredential,
  { address, device }: Origin,
): Promise<OpenedSession & { user: User }> {
  const found = await limitFailures(addressHits("log-in-address", address), () => {
    countHits(addressHits("log-in-tries", address));
    return findBySignature(credential);
  });
  if (!found) throw notAccepted();
  const { passwordHash, ...user } = found;
  // A reset between the check and here has changed the password.
  return { user, ...(await openSession(user.id, { device, passwordHash, hasSecondFactor: true })) };
}

const notAccepted = () =>
  new AppError("invalid_credentials", { detail: "This passkey isn't accepted. It may have been removed." });
const logInGone = () => new AppError("link_gone", { detail: "This login took too long. Log in again." });

type Found = User & { passwordHash: string };

async function findBySignature(credential: SignedCredential): Promise<Found | null> {
  const party = requireRelyingParty();
  const challenge = challengeIn(credential);
  if (challenge === null) return null;
  if (!(await takeLogInChallenge(challenge))) throw logInGone();
  const credentialId = Buffer.from(credential.id, "base64url");
  const [row] = await query<Found & { passkeyId: string; publicKey: Buffer }>(Prisma.sql`
    SELECT u.id, u.email, u.name, u.photo_hash AS "photoHash", u.created_at AS "createdAt", u.password_hash AS "passwordHash", p.id AS "passkeyId",
      p.public_key AS "publicKey"
    FROM passkeys p JOIN users u ON u.id = p.user_id
    WHERE p.credential_id = ${credentialId} AND u.closed_at IS NULL`);
  if (!row || credential.response.userHandle !== userHandleOf(row.id)) return null;
  const { passkeyId, publicKey, ...user } = row;
  const counter = await verifySignature(credential, challenge, party, { credentialId: credential.id, publicKey });
  if (counter === null || !(await countUse(passkeyId, counter))) return null;
  return user;
}

// A counter that doesn't grow shows that the passkey was copied (WebAuthn level 3, section 6.1.1). Many never count.
async function countUse(passkeyId: string, counter: number): Promise<boolean> {
  const [used] = await query<{ isAhead: boolean }>(Prisma.sql`
    WITH before AS (SELECT id, sign_count FROM passkeys WHERE id = ${passkeyId}::uuid FOR UPDATE), judged AS (
      SELECT id, ${counter}::bigint > sign_count OR ${counter}::bigint = 0 AND sign_count = 0 AS is_ahead FROM before
    )
    UPDATE passkeys p SET sign_count = greatest(p.sign_count, ${counter}::bigint),
      last_used_at = CASE WHEN j.is_ahead THEN now() ELSE p.last_used_at END
    FROM judged j WHERE p.id = j.id RETURNING j.is_ahead AS "isAhead"`);
  if (used && !used.isAhead) log().warn({ passkeyId }, "refused a passkey whose counter went backwards");
  return used?.isAhead ?? false;
}
