import { USER_COLUMNS, type User } from "../auth/create-owner.ts";
import type { OwnerScope } from "../auth/scopes.ts";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";

/** The account of the person behind the scope. */
export async function getAccount(scope: OwnerScope): Promise<User> {
  const user = await db().user.findUnique({ where: { id: scope.userId }, select: USER_COLUMNS });
  if (!user) throw new AppError("unauthenticated");
  return user;
}
