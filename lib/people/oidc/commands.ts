import { transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { countOidc } from "#platform/metrics/count.ts";
import { requireOidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import { lockAccount } from "../../base/sessions/lock-account.system.ts";
import { requirePassword, wrongPassword } from "../../base/sessions/require-password.system.ts";
import { publishSessionEnded } from "../../base/sessions/sessions.system.ts";
import { joinWanted } from "../invitations/join.system.ts";
import { confirmAddress } from "../owners/confirm-email.system.ts";
import { type Begun, beginFlow } from "./begin-flow.ts";
import type { PendingLink } from "./flow.ts";
import { linkIdentity, lockForLinking, storeLinkActivity } from "./identities.system.ts";
import { getOidcLink } from "./queries.ts";

const alreadyLinked = () => new AppError("conflict", { detail: "This account is already linked. Unlink it first." });

/** Begins to link the caller's account. Throws `invalid_credentials`, `conflict` if it's linked, or `unavailable`. */
export async function beginLink(scope: PersonScope, password: string, next: string): Promise<Begun> {
  const { since } = await getOidcLink(scope);
  await requirePassword(scope, password);
  if (since !== null) throw alreadyLinked();
  return beginFlow({ purpose: { kind: "link", userId: scope.userId, sessionId: scope.sessionId }, next });
}

/**
 * Links the caller's account with someone who logged in at the provider just before, and then here with their password. Throws
 * `link_gone` unless both were in the last ten minutes and in this order, or `conflict` if either is linked already.
 */
export async function confirmLink(scope: PersonScope, pending: PendingLink | null): Promise<void> {
  const gone = () => new AppError("link_gone", { detail: "This took too long. Log in through the provider again." });
  if (pending?.issuer !== requireOidcProvider().issuer) throw gone();
  const linked = await retryingConflicts(() =>
    transaction(async (tx) => {
      if ((await lockForLinking(tx, scope)) === null) throw gone();
      const [proved] = await tx.query<{ id: string }>(Prisma.sql`
        SELECT u.id FROM users u JOIN sessions s ON s.user_id = u.id AND s.id = ${scope.sessionId}::uuid
        WHERE u.id = ${scope.userId}::uuid AND u.email_key = ${emailKey(pending.email)} AND s.oidc_issuer IS NULL
          AND s.created_at >= ${new Date(pending.since)}`);
      if (!proved) throw gone();
      return linkIdentity(tx, { ...pending, userId: scope.userId, sessionId: scope.sessionId });
    }),
  );
  if (!linked) throw alreadyLinked();
  await confirmAddress(scope.userId, emailKey(pending.email));
  await joinWanted(scope.userId);
  countOidc("linked");
}

/**
 * Removes the caller's links with the provider, and revokes all other sessions opened through them. Throws
 * `invalid_credentials`: without a password, there would be no way to log in.
 */
export async function unlink(scope: PersonScope, password: string): Promise<void> {
  requireOidcProvider();
  const provedBy = await requirePassword(scope, password);
  const ended = await retryingConflicts(() =>
    transaction(async (tx) => {
      if (!(await lockAccount(tx, scope.userId, provedBy))) throw wrongPassword();
      const removed = await tx.query<{ issuer: string }>(Prisma.sql`
        DELETE FROM oidc_identities WHERE user_id = ${scope.userId}::uuid RETURNING issuer`);
      if (removed.length > 0) await tx.query(storeLinkActivity(scope.userId, "oidc.unlinked"));
      await tx.query(Prisma.sql`
        DELETE FROM login_challenges WHERE user_id = ${scope.userId}::uuid AND oidc_issuer IS NOT NULL`);
      await tx.query(Prisma.sql`UPDATE sessions SET oidc_issuer = NULL WHERE id = ${scope.sessionId}::uuid`);
      return tx.query<{ id: string }>(Prisma.sql`
        DELETE FROM sessions WHERE user_id = ${scope.userId}::uuid AND oidc_issuer IS NOT NULL RETURNING id`);
    }),
  );
  publishSessionEnded(ended.map(({ id }) => id));
}
