import type { ListedSession } from "./queries.ts";
import type { ListedSessionJson, UserJson } from "./schema.ts";

type UserRow = { id: string; email: string; name: string | null; createdAt: Date };

export function toUserJson(user: UserRow): UserJson {
  return {
    id: user.id,
    email: user.email,
    ...(user.name !== null && { name: user.name }),
    createdAt: user.createdAt.toISOString(),
  };
}

type SessionRow = { user: UserRow; token: string; expiresAt: Date };

export const toSessionJson = ({ user, token, expiresAt }: SessionRow) => ({
  user: toUserJson(user),
  token,
  expiresAt: expiresAt.toISOString(),
});

export const toListedSessionJson = ({
  id,
  createdAt,
  lastSeenAt,
  device,
  isCurrent,
}: ListedSession): ListedSessionJson => ({
  id,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  ...(device !== null && { device }),
  current: isCurrent,
});
