import { hashPassword } from "#platform/crypto/password.ts";
import { type Querying, query, transaction } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
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
export type User = { id: string; email: string; name: string | null; photoHash: string | null; createdAt: Date };

export const USER_COLUMNS = {
  id: true,
  email: true,
  name: true,
  photoHash: true,
  createdAt: true,
} satisfies Prisma.UserSelect;

/** Creates an account and its workspace, whatever SIGNUP says. Throws `email_taken`. */
export async function createOwner({ password, ...fields }: NewOwner): Promise<User> {
  return insertOwner({ ...fields, passwordHash: await hashPassword(password) });
}

type NewUser = OwnerFields & { passwordHash: string };

/** Writes the rows of an account whose password is already hashed, with its workspace. Throws `email_taken`. */
export const insertOwner = (owner: NewUser, client: Querying = { query }): Promise<User> =>
  insertAccount(owner, client, { hasWorkspace: true });

/** Writes the row of an account that joins someone else's workspace. Throws `email_taken`. */
export const insertUser = (owner: NewUser, client: Querying): Promise<User> =>
  insertAccount(owner, client, { hasWorkspace: false });

async function insertAccount(
  { email, passwordHash, name, isConfirmed = false }: NewUser,
  client: Querying,
  { hasWorkspace }: { hasWorkspace: boolean },
): Promise<User> {
  const user = { id: newId(), email, name: name ?? null, photoHash: null, createdAt: new Date() };
  try {
    await client.query(Prisma.sql`
      WITH made AS (
        INSERT INTO users (id, email, email_key, name, password_hash, email_confirmed_at, created_at, updated_at)
        VALUES (${user.id}::uuid, ${email}, ${emailKey(email)}, ${user.name}, ${passwordHash},
          ${isConfirmed ? user.createdAt : null}, ${user.createdAt}, ${user.createdAt})
        RETURNING id, created_at
      )
      INSERT INTO workspaces (id, owner_id, created_at)
      SELECT ${newId()}::uuid, id, created_at FROM made WHERE ${hasWorkspace}`);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("email_taken");
    throw error;
  }
  return user;
}

/**
 * Resets an account's password, removes its second factor, and revokes all its sessions, passkeys and API keys. Returns whether
 * it had a second factor. Throws `not_found`.
 */
export async function resetPasswordByOperator(email: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    const [user] = await tx.query<{ id: string }>(Prisma.sql`
      UPDATE users SET password_hash = ${passwordHash}, updated_at = now() WHERE email_key = ${emailKey(email)}
      RETURNING id`);
    if (!user) throw new AppError("not_found");
    const hadSecondFactor = await removeSecondFactor(tx, user.id);
    if (hadSecondFactor) {
      await tx.query(storeSecondFactorActivity(user.id, { action: "second_factor.reset", via: "operator" }));
    }
    await revokeAllAccess(tx, user.id);
    return hadSecondFactor;
  });
}
