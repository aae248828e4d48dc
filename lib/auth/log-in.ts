import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import { emailKey } from "../owners/rules.ts";
import { USER_COLUMNS, type User } from "./create-owner.ts";
import { verifyPassword } from "./password.ts";
import { countingFailures } from "./password-tries.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

type Credentials = { email: string; password: string };

/**
 * Opens a session. An unknown e-mail and a wrong password are the same answer, in the same time, and count the same: after
 * too many it throws `rate_limited` for a while, whatever the password is.
 */
export async function logIn(given: Credentials, address: string | null): Promise<OpenedSession & { user: User }> {
  const user = await countingFailures(given.email, address, () => findByPassword(given));
  if (!user) throw new AppError("invalid_credentials");
  return { user, ...(await openSession(user.id)) };
}

async function findByPassword({ email, password }: Credentials): Promise<User | null> {
  const found = await db().user.findUnique({
    where: { emailKey: emailKey(email) },
    select: { ...USER_COLUMNS, passwordHash: true },
  });
  const matches = await verifyPassword(password, found?.passwordHash ?? null);
  if (!found || !matches) return null;
  const { passwordHash: _, ...user } = found;
  return user;
}
