import type { UserJson } from "./schema.ts";

type UserRow = { id: string; email: string; name: string | null; createdAt: Date };

export function toUserJson(user: UserRow): UserJson {
  return {
    id: user.id,
    email: user.email,
    ...(user.name !== null && { name: user.name }),
    createdAt: user.createdAt.toISOString(),
  };
}
