import { db, type Transaction } from "#platform/database/database.ts";
import { type OidcIdentity, Prisma, type User } from "#prisma-client";
import { storeActivity } from "../../base/activity/statements.ts";
import { lockAccount } from "../../base/sessions/lock-account.system.ts";
import { FLOW_SECONDS } from "./flow.ts";

/** Someone at a provider: what never changes. */
export type Identity = Pick<OidcIdentity, "issuer" | "subject">;

/** Whose account an identity logs in to. */
export type Identified = Pick<User, "id" | "passwordHash" | "disabledAt">;

/** Returns whose account an identity logs in to, or null if it's linked with none. */
export const findIdentified = ({ issuer, subject }: Identity): Promise<Identified | null> =>
  db().user.findFirst({
    where: { oidcIdentities: { some: { issuer, subject } }, closedAt: null },
    select: { id: true, passwordHash: true, disabledAt: true },
  });

/**
 * Locks an account until the commit, so that its password isn't reset meanwhile. Returns the key of its address, or null if the
 * session that the account is being linked in has ended.
 */
export async function lockForLinking(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string | null> {
  if (!(await lockAccount(tx, userId))) return null;
  // A separate statement, so it sees commits made while the one before waited.
  const account = await tx.user.findUnique({
    where: { id: userId, sessions: { some: { id: sessionId, expiresAt: { gt: new Date() } } } },
    select: { emailKey: true },
  });
  return account?.emailKey ?? null;
}

type Linking = Pick<OidcIdentity, "issuer" | "subject" | "userId" | "email"> & { sessionId?: string };

/**
 * Links an identity with a locked or new account. Returns whether it's now theirs: not if either is linked with another. The
 * session that it's done in, if there's one already, counts as opened through the provider from then on: the person has just been
 * there.
 */
export async function linkIdentity(
  tx: Transaction,
  { userId, issuer, subject, email, sessionId }: Linking,
): Promise<boolean> {
  const data = [{ issuer, subject, userId, email, createdAt: new Date() }];
  const { count } = await tx.oidcIdentity.createMany({ data, skipDuplicates: true });
  if (count === 0) return false;
  await tx.query(storeLinkActivity(userId, "oidc.linked"));
  if (sessionId !== undefined) {
    await tx.session.updateMany({ where: { id: sessionId, userId }, data: { oidcIssuer: issuer } });
  }
  return true;
}

/** Logs that someone's link was changed, in each workspace they're in. */
export const storeLinkActivity = (userId: string, action: "oidc.linked" | "oidc.unlinked") =>
  storeActivity(
    { scope: { workspaceId: Prisma.sql`m.workspace_id`, userId, via: "session" }, action, targetId: userId },
    Prisma.sql`members m WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed'`,
  );

/** Uses up a state. Returns false if it was used before. */
export async function spendState(stateHash: Buffer<ArrayBuffer>): Promise<boolean> {
  const data = [{ stateHash, expiresAt: new Date(Date.now() + FLOW_SECONDS * 1_000) }];
  return (await db().oidcReturn.createMany({ data, skipDuplicates: true })).count > 0;
}

/** Returns the account that an address belongs to, or null. */
export const findByAddress = (emailKey: string): Promise<{ id: string } | null> =>
  db().user.findUnique({ where: { emailKey, closedAt: null }, select: { id: true } });
