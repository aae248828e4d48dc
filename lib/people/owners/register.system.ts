import { hashPassword } from "#platform/crypto/password.ts";
import { db, type Transaction, transaction } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { Prisma } from "#prisma-client";
import { type OpenedSession, openSession } from "../../base/sessions/sessions.system.ts";
import { queueAccountMail } from "../../notify/mail/queries/account-mails.system.ts";
import { insertOwner, type NewOwner, type User } from "./create-owner.system.ts";

type Users = Pick<Transaction, "user">;

/**
 * Whether anyone may sign up now: with SIGNUP=open always, with `first` until there's an account, with `closed`
 * never.
 */
export async function isSignUpOpen(client: Users = db()): Promise<boolean> {
  const { SIGNUP } = env();
  if (SIGNUP !== "first") return SIGNUP === "open";
  return hasNoOwner(client);
}

const hasNoOwner = async (client: Users = db()) =>
  (await client.user.findFirst({ where: { closedAt: null }, select: { id: true } })) === null;

/** Whether there's no account yet and signing up is possible, so that the first page is the sign-up. */
export async function isFirstVisit(): Promise<boolean> {
  return env().SIGNUP !== "closed" && (await hasNoOwner());
}

/** The advisory lock that the first account is created under. */
export const FIRST_OWNER_LOCK = 730_100;

const notAccepted = () => new AppError("not_accepted", { detail: "This service doesn't accept new accounts." });

/** Throws `not_accepted` unless SIGNUP allows an account that's created in this transaction. */
export async function requireSignUp(tx: Transaction): Promise<void> {
  // A lock: two sign-ups at the same time would both find no account yet.
  if (env().SIGNUP === "first") await tx.query(Prisma.sql`SELECT pg_advisory_xact_lock(${FIRST_OWNER_LOCK})`);
  if (!(await isSignUpOpen(tx))) throw notAccepted();
}

async function createAllowedOwner({ password, ...fields }: NewOwner): Promise<User> {
  if (!(await isSignUpOpen())) throw notAccepted();
  // Takes too long to do while holding the lock.
  const owner = { ...fields, passwordHash: await hashPassword(password) };
  return transaction(async (tx) => {
    await requireSignUp(tx);
    return insertOwner(owner, tx);
  });
}

// The account exists all the same. Its pages say that no email was sent, and offer to send it.
function noteUnsent(error: unknown): void {
  if (error instanceof AppError && error.code === "rate_limited") return;
  logFailure(error, "could not queue a confirmation email");
}

/** Creates an account if SIGNUP allows it, and logs its owner in. */
export async function registerOwner(input: NewOwner, device: string | null): Promise<OpenedSession & { user: User }> {
  const user = await createAllowedOwner(input);
  await queueAccountMail({ kind: "confirm_address", userId: user.id, recipient: user.email }).catch(noteUnsent);
  return { user, ...(await openSession(user.id, { device })) };
}
