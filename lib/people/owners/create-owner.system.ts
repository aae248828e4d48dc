import { hashPassword } from "#platform/crypto/password.ts";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma, type User as UserRow } from "#prisma-client";
import { revokeAllAccess } from "../../base/sessions/sessions.system.ts";
import { removeSecondFactor } from "../second-factor/removal.system.ts";
import { storeSecondFactorActivity } from "../second-factor/statements.ts";

type OwnerFields = {
  email: string;
  name?: string;
  /** The operator vouches for the address, so emails are sent there. */
  isConfirmed?: boolean;
};
export type NewOwner = OwnerFields & { password: string };
export type User = Pick<UserRow, "id" | "email" | "name" | "photoHash" | "createdAt">;

export const USER_COLUMNS = {
  id: true,
  email: true,
  name: true,
  photoHash: true,
  createdAt: true,
} satisfies Prisma.UserSelect;

/** Creates an account and its workspace, whatever SIGNUP says. Throws `email_taken`. */
export async function createOwner({ password, ...fields }: NewOwner): Promise<User> {
  const owner = { ...fields, passwordHash: await hashPassword(password) };
  return transaction((tx) => insertOwner(owner, tx));
}

type NewUser = OwnerFields & { passwordHash: string };

/** Writes the rows of an account whose password is already hashed, with its workspace. Throws `email_taken`. */
export const insertOwner = (owner: NewUser, tx: Transaction): Promise<User> =>
  insertAccount(owner, tx, { hasWorkspace: true });

/** Writes the row of an account that joins someone else's workspace. Throws `email_taken`. */
export const insertUser = (owner: NewUser, tx: Transaction): Promise<User> =>
  insertAccount(owner, tx, { hasWorkspace: false });

async function insertAccount(
  { email, passwordHash, name, isConfirmed = false }: NewUser,
  tx: Transaction,
  { hasWorkspace }: { hasWorkspace: boolean },
): Promise<User> {
  const createdAt = new Date();
  const account = {
    id: newId(),
    email,
    emailKey: emailKey(email),
    name: name ?? null,
    passwordHash,
    createdAt,
    updatedAt: createdAt,
  };
  try {
    const user = await tx.user.create({
      data: {
        ...account,
        ...(isConfirmed && { emailConfirmedAt: createdAt }),
        ...(hasWorkspace && { workspaces: { create: { id: newId(), createdAt } } }),
      },
      select: USER_COLUMNS,
    });
    await noteFirstAccount(tx);
    return user;
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("email_taken");
    throw error;
  }
}

// SQL, because of two accounts that are created at once, one waits and then changes nothing.
const noteFirstAccount = (tx: Transaction) =>
  tx.query(Prisma.sql`
    INSERT INTO first_account (user_id)
    SELECT id FROM users WHERE NOT EXISTS (SELECT FROM first_account) ORDER BY created_at, id LIMIT 1
    ON CONFLICT (id) DO NOTHING`);

/**
 * Resets an account's password, removes its second factor, and revokes all its sessions, passkeys and API keys. Returns whether
 * it had a second factor. Throws `not_found`.
 */
export async function resetPasswordByOperator(email: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { emailKey: emailKey(email) },
      data: { passwordHash, updatedAt: new Date() },
      select: { id: true },
    });
    if (!user) throw new AppError("not_found");
    const hadSecondFactor = await removeSecondFactor(tx, user.id);
    if (hadSecondFactor) {
      await tx.query(storeSecondFactorActivity(user.id, { action: "second_factor.reset", via: "operator" }));
    }
    await revokeAllAccess(tx, user.id);
    return hadSecondFactor;
  });
}
