import { randomUUIDv7 } from "node:crypto";
import { hashPassword } from "#platform/crypto/password.ts";
import { db } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import { revokeAllAccess } from "../sessions/sessions.system.ts";

type OwnerFields = {
  email: string;
  name?: string;
  /** The operator vouches for the address, so emails are sent there. */
  isConfirmed?: boolean;
};
export type NewOwner = OwnerFields & { password: string };
export type User = { id: string; email: string; name: string | null; createdAt: Date };

export const USER_COLUMNS = { id: true, email: true, name: true, createdAt: true } satisfies Prisma.UserSelect;

/** Creates an account and its workspace, whatever SIGNUP says. Throws `email_taken`. */
export async function createOwner({ password, ...fields }: NewOwner): Promise<User> {
  return insertOwner({ ...fields, passwordHash: await hashPassword(password) });
}

/** Writes the rows of an account whose password is already hashed. Throws `email_taken`. */
export async function insertOwner(
  { email, passwordHash, name, isConfirmed = false }: OwnerFields & { passwordHash: string },
  client: Prisma.TransactionClient = db(),
): Promise<User> {
  const now = new Date();
  try {
    return await client.user.create({
      data: {
        id: randomUUIDv7(),
        email,
        emailKey: emailKey(email),
        name: name ?? null,
        passwordHash,
        emailConfirmedAt: isConfirmed ? now : null,
        createdAt: now,
        updatedAt: now,
        workspace: { create: { id: randomUUIDv7(), createdAt: now } },
      },
      select: USER_COLUMNS,
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("email_taken");
    throw error;
  }
}

/** Resets an account's password and revokes all its sessions and API keys. Throws `not_found`. */
export async function resetPasswordByOperator(email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db().$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { emailKey: emailKey(email) },
      data: { passwordHash, updatedAt: new Date() },
      select: { id: true },
    });
    if (!user) throw new AppError("not_found");
    await revokeAllAccess(tx, user.id);
  });
}
