import { db } from "#platform/database/database.ts";
import type { Role } from "../../base/access/scopes.ts";

type People = { owner: number; admin: number; agent: number; invitations: number };

/** Counts the active members of all workspaces by role, and the invitations that can be accepted now. */
export async function countPeople(): Promise<People> {
  const workspace = { closedAt: null };
  const open = { workspace, acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } };
  const [roles, invitations] = await Promise.all([
    db().member.groupBy({ by: "role", where: { workspace, standing: "active" }, _count: true }),
    db().invitation.count({ where: open }),
  ]);
  const of = (role: Role) => roles.find((counted) => counted.role === role)?._count ?? 0;
  return { owner: of("owner"), admin: of("admin"), agent: of("agent"), invitations };
}
