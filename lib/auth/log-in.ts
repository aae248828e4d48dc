import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import { emailKey } from "../owners/rules.ts";
import { USER_COLUMNS, type User } from "./create-owner.ts";
import { verifyPassword } from "./password.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

/** Opens a session. An unknown e-mail and a wrong password are the same answer, in the same time. */
export async function logIn(email: string, password: string): Promise<OpenedSession & { user: User }> {
  const found = await db().user.findUnique({
    where: { emailKey: emailKey(email) },
    select: { ...USER_COLUMNS, passwordHash: true },
  });
  const matches = await verifyPassword(password, found?.passwordHash ?? null);
  if (!found || !matches) throw new AppError("invalid_credentials");
  const { passwordHash: _, ...user } = found;
  return { user, ...(await openSession(user.id)) };
}
