import { transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { countOidc } from "#platform/metrics/count.ts";
import { requireOidcProvider } from "#platform/oidc/provider.ts";
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
  const { identity } = await getOidcLink(scope);
  await requirePassword(scope, password);
  if (identity) throw alreadyLinked();
  return beginFlow({ purpose: { kind: "link", userId: scope.userId, sessionId: scope.sessionId }, next });
}

/**
 * Links the caller's account with someone who logged in at the provider just before, and then here with their password. Throws
 * `link_gone` unless both were in the last ten minutes and in this order, or `conflict` if either is linked already.
 */
export async function confirmLink(scope: PersonScope, pending: PendingLink | null): Promise<void> {
  const gone = () => new AppError("link_gone", { detail: "This took too long. Log in through the provider again." });
  if (pending?.issuer !== requireOidcProvider().issuer) throw gone();
  const { userId, sessionId } = scope;
  const linked = await retryingConflicts(() =>
    transaction(async (tx) => {
      if ((await lockForLinking(tx, scope)) === null) throw gone();
      const user = { id: userId, emailKey: emailKey(pending.email) };
      const where = { id: sessionId, user, oidcIssuer: null, createdAt: { gte: new Date(pending.since) } };
      if ((await tx.session.count({ where })) === 0) throw gone();
      return linkIdentity(tx, { ...pending, userId, sessionId });
    }),
  );
  if (!linked) throw alreadyLinked();
  await confirmAddress(userId, emailKey(pending.email));
  await joinWanted(userId);
  countOidc("linked");
}

/**
 * Removes the caller's links with the provider, and revokes all other sessions opened through them. Throws
 * `invalid_credentials`: without a password, there would be no way to log in.
 */
export async function unlink(scope: PersonScope, password: string): Promise<void> {
  requireOidcProvider();
  const provedBy = await requirePassword(scope, password);
  const { userId, sessionId } = scope;
  await retryingConflicts(() =>
    transaction(async (tx) => {
      if (!(await lockAccount(tx, userId, provedBy))) throw wrongPassword();
      const { count } = await tx.oidcIdentity.deleteMany({ where: { userId } });
      if (count > 0) await tx.query(storeLinkActivity(userId, "oidc.unlinked"));
      await tx.loginChallenge.deleteMany({ where: { userId, oidcIssuer: { not: null } } });
      await tx.session.updateMany({ where: { id: sessionId }, data: { oidcIssuer: null } });
      // Opening one through the provider waits for the lock, and then finds no link.
      const where = { userId, oidcIssuer: { not: null } };
      const sessions = await tx.session.findMany({ where, select: { id: true } });
      await tx.session.deleteMany({ where });
      tx.afterCommit(() => publishSessionEnded(sessions.map(({ id }) => id)));
    }),
  );
}
