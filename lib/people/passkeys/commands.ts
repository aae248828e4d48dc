import { db, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { log } from "#platform/log.ts";
import { newId } from "#platform/new-id.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { lockAccount } from "../../base/sessions/lock-account.system.ts";
import { requirePassword, wrongPassword } from "../../base/sessions/require-password.system.ts";
import { writePasskeyMail } from "../../notify/mail/queries/account-mails.system.ts";
import { proveSecondFactor } from "../second-factor/prove.system.ts";
import { getSecondFactor } from "../second-factor/queries.ts";
import { openAddingChallenge, takeAddingChallenge } from "./challenges.system.ts";
import { creationOptions } from "./options.ts";
import type { Passkey } from "./queries.ts";
import { requireRelyingParty } from "./relying-party.ts";
import { type AddPasskeyBody, NAME_MAX, type PasskeyCreationOptions, type StartPasskeyBody } from "./schema.ts";
import { challengeIn, verifyNewCredential } from "./verify.ts";

/** The most passkeys an account may have. */
const PASSKEYS_MAX = 20;

const tooMany = () =>
  new AppError("conflict", {
    detail: `An account can have up to ${PASSKEYS_MAX} passkeys. Remove one to add another.`,
  });
const tooLate = () =>
  new AppError("link_gone", { detail: "This took too long, or the account changed in the meantime. Start again." });
const refused = () =>
  new AppError("invalid_request", {
    errors: [{ path: "credential", message: "must be a passkey for this service, created with a PIN or biometrics" }],
  });

/**
 * Begins to add a passkey: returns what the browser needs. Takes the password, and a code if the account has a second factor.
 * Throws `not_accepted`, `invalid_credentials`, or `conflict` if the account has as many as it may.
 */
export async function startPasskey(scope: PersonScope, given: StartPasskeyBody): Promise<PasskeyCreationOptions> {
  const party = requireRelyingParty();
  const passwordHash = await requirePassword(scope, given.currentPassword);
  const hasSecondFactor = await proveIfOn(scope, given.code);
  const account = await db().user.findUnique({
    where: { id: scope.userId, closedAt: null },
    select: {
      id: true,
      email: true,
      name: true,
      passkeys: { select: { credentialId: true, transports: true }, orderBy: { id: "asc" } },
    },
  });
  if (!account) throw new AppError("unauthenticated");
  if (account.passkeys.length >= PASSKEYS_MAX) throw tooMany();
  const challenge = await openAddingChallenge(scope, { passwordHash, hasSecondFactor });
  if (challenge === null) throw wrongPassword();
  return creationOptions(challenge, party, account);
}

/** Accepts a code if the account has a second factor. Returns whether it has. */
async function proveIfOn(scope: PersonScope, code: string | undefined): Promise<boolean> {
  const { since } = await getSecondFactor(scope);
  if (!since) return false;
  if (code === undefined) {
    const message = "is required, because the account has two-factor login";
    throw new AppError("invalid_request", { errors: [{ path: "code", message }] });
  }
  await proveSecondFactor(scope.userId, code);
  return true;
}

/**
 * Adds the passkey that a browser created, and emails the person. Throws `link_gone` if the challenge is over, `invalid_request`
 * for anything else than a passkey that was created for it, and `conflict` for a known one or one too many.
 */
export async function addPasskey(
  scope: PersonScope,
  { name, credential }: AddPasskeyBody,
  device: string | null,
): Promise<Passkey> {
  const party = requireRelyingParty();
  const challenge = challengeIn(credential);
  if (challenge === null) throw refused();
  const proved = await takeAddingChallenge(scope, challenge);
  if (!proved) throw tooLate();
  const created = await verifyNewCredential(credential, challenge, party);
  if (!created) throw refused();
  const passkey: Passkey = {
    id: newId(),
    name: name ?? device?.slice(0, NAME_MAX) ?? "Passkey",
    host: party.host,
    createdAt: new Date(),
    lastUsedAt: null,
  };
  const { userId, sessionId } = scope;
  const add = () =>
    transaction(async (tx) => {
      // Serializes with other additions, and with a reset, which changes the password and removes all passkeys.
      if (!(await lockAccount(tx, userId, proved.passwordHash))) throw tooLate();
      if ((await tx.session.count({ where: { id: sessionId, userId } })) === 0) throw new AppError("unauthenticated");
      // It was turned on after the password had been enough.
      const isTurnedOn = { userId, confirmedAt: { not: null } };
      if (!proved.hasSecondFactor && (await tx.secondFactor.count({ where: isTurnedOn })) > 0) throw tooLate();
      if ((await tx.passkey.count({ where: { userId } })) >= PASSKEYS_MAX) throw tooMany();
      const { credentialId, publicKey, counter: signCount } = created;
      const transports = credential.response.transports ?? [];
      const { count } = await tx.passkey.createMany({
        data: [{ ...passkey, userId, credentialId, publicKey, signCount, transports }],
        skipDuplicates: true,
      });
      if (count === 0) throw new AppError("conflict", { detail: "This passkey was already added." });
      await writePasskeyMail(tx, "passkey_added", userId);
    });
  await retryingConflicts(add);
  log().info({ userId, passkeyId: passkey.id }, "a passkey was added");
  return passkey;
}

/** Removes a passkey: it no longer logs in, and the person is emailed. Throws `invalid_credentials` or `not_found`. */
export async function removePasskey(scope: PersonScope, passkeyId: string, password: string): Promise<void> {
  await requirePassword(scope, password);
  const { userId } = scope;
  const remove = () =>
    transaction(async (tx) => {
      const { count } = await tx.passkey.deleteMany({ where: { id: passkeyId, userId } });
      if (count === 0) throw new AppError("not_found");
      await writePasskeyMail(tx, "passkey_removed", userId);
    });
  await retryingConflicts(remove);
  log().info({ userId, passkeyId }, "a passkey was removed");
}
