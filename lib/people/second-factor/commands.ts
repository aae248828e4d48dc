import { sealText } from "#platform/crypto/sealed-text.ts";
import { db, query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { requirePassword, wrongPassword } from "../../base/sessions/require-password.system.ts";
import { newSecret, setupUri } from "./one-time-codes.ts";
import { proveNewSecondFactor, proveSecondFactor } from "./prove.system.ts";
import { listRequiringWorkspaces } from "./queries.ts";
import { hashOfRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { removeSecondFactor } from "./removal.system.ts";
import type { ProofBody, SecondFactorSetupResponse } from "./schema.ts";
import { lockSecondFactor, storeNewSecret, storeSecondFactorActivity } from "./statements.ts";

const changedMeanwhile = () =>
  new AppError("conflict", { detail: "Two-factor login was changed meanwhile. Start again." });

/**
 * Begins to set up two-factor login: it's on once a code was confirmed. Throws `invalid_credentials`, or `conflict` if it's on
 * already, or the address could be confirmed and isn't.
 */
export async function startSecondFactor(scope: PersonScope, password: string): Promise<SecondFactorSetupResponse> {
  const provedBy = await requirePassword(scope, password);
  const secret = newSecret();
  const user = await db().user.findUnique({
    where: { id: scope.userId, passwordHash: provedBy, closedAt: null },
    select: { email: true, emailConfirmedAt: true },
  });
  if (!user) throw wrongPassword();
  // A password reset keeps it, so a stranger could keep the account of someone else's address with it.
  if (isMailOn() && !user.emailConfirmedAt)
    throw new AppError("conflict", { detail: "Confirm your email address first." });
  const stored = await query<{ userId: string }>(storeNewSecret(scope.userId, sealText(secret, scope.userId)));
  if (stored.length === 0) throw new AppError("conflict", { detail: "Two-factor login is already on." });
  return { secret, uri: setupUri(secret, user.email) };
}

/** Turns two-factor login on with the first code of the app. Returns the recovery codes. Throws `invalid_credentials`. */
export async function confirmSecondFactor(scope: PersonScope, code: string): Promise<string[]> {
  await proveNewSecondFactor(scope.userId, code);
  return retryingConflicts(() =>
    transaction(async (tx) => {
      const { count } = await tx.secondFactor.updateMany({
        where: { userId: scope.userId, confirmedAt: null, lastStep: { gt: 0 } },
        data: { confirmedAt: new Date() },
      });
      // Another tab has started again, with another secret.
      if (count === 0) throw changedMeanwhile();
      await tx.query(storeSecondFactorActivity(scope.userId, { action: "second_factor.turned_on", via: "session" }));
      return replaceRecoveryCodes(scope, tx);
    }),
  );
}

/** Turns two-factor login off. Throws `invalid_credentials`, or `conflict` if one of the person's workspaces requires it. */
export async function turnOffSecondFactor(scope: PersonScope, { currentPassword, code }: ProofBody): Promise<void> {
  await requirePassword(scope, currentPassword);
  const requiring = await listRequiringWorkspaces(scope);
  if (requiring.some(({ isDue }) => isDue))
    throw new AppError("conflict", { detail: "A workspace you're in requires two-factor login." });
  await proveSecondFactor(scope.userId, code);
  const turnOff = () =>
    transaction(async (tx) => {
      if (!(await removeSecondFactor(tx, scope.userId))) return;
      await tx.query(storeSecondFactorActivity(scope.userId, { action: "second_factor.turned_off", via: "session" }));
    });
  await retryingConflicts(turnOff);
}

/** Replaces the recovery codes. Those from before stop working. Throws `invalid_credentials`. */
export async function renewRecoveryCodes(scope: PersonScope, { currentPassword, code }: ProofBody): Promise<string[]> {
  await requirePassword(scope, currentPassword);
  await proveSecondFactor(scope.userId, code);
  return retryingConflicts(() =>
    transaction(async (tx) => {
      const found = await tx.query<{ userId: string }>(lockSecondFactor(scope.userId));
      if (found.length === 0) throw changedMeanwhile();
      return replaceRecoveryCodes(scope, tx);
    }),
  );
}

async function replaceRecoveryCodes({ userId }: PersonScope, tx: Transaction): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOfRecoveryCode(userId, code) })),
  });
  return codes;
}
