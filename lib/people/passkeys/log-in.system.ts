import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { log } from "#platform/log.ts";
import { limitFailures } from "../../base/sessions/limit-failures.ts";
import { type OpenedSession, openSession } from "../../base/sessions/sessions.system.ts";
import { USER_COLUMNS, type User } from "../owners/create-owner.system.ts";
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
  const known = { where: { credentialId: Buffer.from(credential.id, "base64url") } };
  const row = await db().user.findFirst({
    where: { passkeys: { some: known.where }, closedAt: null },
    select: { ...USER_COLUMNS, passwordHash: true, passkeys: { ...known, select: { id: true, publicKey: true } } },
  });
  if (!row || credential.response.userHandle !== userHandleOf(row.id)) return null;
  const { passkeys, ...user } = row;
  const [passkey] = passkeys;
  if (!passkey) return null;
  const { id, publicKey } = passkey;
  const counter = await verifySignature(credential, challenge, party, { credentialId: credential.id, publicKey });
  return counter !== null && (await countUse(id, counter)) ? user : null;
}

// A counter that doesn't grow shows that the passkey was copied (WebAuthn level 3, section 6.1.1). Many never count.
async function countUse(id: string, signCount: number): Promise<boolean> {
  const isAhead = { OR: [{ signCount: { lt: signCount } }, ...(signCount === 0 ? [{ signCount }] : [])] };
  const { count } = await db().passkey.updateMany({
    where: { id, ...isAhead },
    data: { signCount, lastUsedAt: new Date() },
  });
  if (count === 0) log().warn({ passkeyId: id }, "refused a passkey whose counter went backwards");
  return count > 0;
}
