import { USER_COLUMNS, type User } from "../auth/create-owner.ts";
import { verifyPassword } from "../auth/password.ts";
import { countingFailures } from "../auth/password-tries.ts";
import type { OwnerScope } from "../auth/scopes.ts";
import { isUniqueViolation } from "../database-failure.ts";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import { emailKey } from "./rules.ts";
import type { UpdateAccountBody } from "./schema.ts";

async function requirePassword(scope: OwnerScope, password: string): Promise<void> {
  const user = await db().user.findUnique({ where: { id: scope.userId }, select: { email: true, passwordHash: true } });
  const tryPassword = async () => (await verifyPassword(password, user?.passwordHash ?? null)) || null;
  if (await countingFailures(user?.email ?? scope.userId, null, tryPassword)) return;
  throw new AppError("invalid_request", { errors: [{ path: "currentPassword", message: "is not your password" }] });
}

/** Changes a name, or an e-mail with the password. Throws `email_taken`, or `invalid_request` for a wrong password. */
export async function updateAccount(scope: OwnerScope, patch: UpdateAccountBody): Promise<User> {
  const { name, email, currentPassword } = patch;
  if (email !== undefined) await requirePassword(scope, currentPassword ?? "");
  try {
    return await db().user.update({
      where: { id: scope.userId },
      data: {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email, emailKey: emailKey(email) }),
        ...((name !== undefined || email !== undefined) && { updatedAt: new Date() }),
      },
      select: USER_COLUMNS,
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("email_taken");
    throw error;
  }
}
