import { db } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { Prisma } from "#prisma-client";
import { queueAccountMail } from "../mail/queries/account-mails.system.ts";
import { type OpenedSession, openSession } from "../sessions/sessions.system.ts";
import { createOwner, type NewOwner, type User } from "./create-owner.system.ts";

/** Whether somebody may make an account now: SIGNUP=open always, first until there is one, closed never. */
export async function isSignUpOpen(): Promise<boolean> {
  const { SIGNUP } = env();
  if (SIGNUP !== "first") return SIGNUP === "open";
  return hasNoOwner();
}

const hasNoOwner = async (client: Prisma.TransactionClient = db()) =>
  (await client.user.findFirst({ where: { closedAt: null }, select: { id: true } })) === null;

/** Whether nobody has an account yet and somebody may make one: then the first page is the sign-up. */
export async function isFirstVisit(): Promise<boolean> {
  return env().SIGNUP !== "closed" && (await hasNoOwner());
}

const FIRST_OWNER_LOCK = 730_100;

// The first account is made under a lock: two that arrive together would both find nobody there yet.
function createFirstOwner(input: NewOwner): Promise<User> {
  return db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(${FIRST_OWNER_LOCK})::text`;
    if (!(await hasNoOwner(tx))) throw notAccepted();
    return createOwner(input, tx);
  });
}

const notAccepted = () => new AppError("not_accepted", { detail: "New accounts are not accepted here." });

function createAllowedOwner(input: NewOwner): Promise<User> {
  const { SIGNUP } = env();
  if (SIGNUP === "closed") throw notAccepted();
  return SIGNUP === "first" ? createFirstOwner(input) : createOwner(input);
}

/** Makes an account for whoever asks, where SIGNUP allows it, and logs them in. */
export async function registerOwner(input: NewOwner, device: string | null): Promise<OpenedSession & { user: User }> {
  const user = await createAllowedOwner(input);
  // The account is there all the same, and its pages offer to send it again.
  await queueAccountMail({ kind: "confirm_address", to: Prisma.sql`u.id = ${user.id}::uuid` }).catch((error: unknown) =>
    logFailure(error, "the mail that confirms an address could not be queued"),
  );
  return { user, ...(await openSession(user.id, { device })) };
}
