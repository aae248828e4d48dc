import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

type People = { owner: number; admin: number; agent: number; invitations: number };

/** Counts the active members of all workspaces by role, and the invitations that can be accepted now. */
export async function countPeople(): Promise<People> {
  const of = (role: string) => Prisma.sql`count(*) FILTER (WHERE m.role = ${role})::int`;
  const [counted] = await query<People>(Prisma.sql`
    SELECT ${of("owner")} AS owner, ${of("admin")} AS admin, ${of("agent")} AS agent, (
        SELECT count(*)::int FROM invitations i JOIN workspaces o ON o.id = i.workspace_id AND o.closed_at IS NULL
        WHERE i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
      ) AS invitations
    FROM members m JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL WHERE m.standing = 'active'`);
  return counted ?? { owner: 0, admin: 0, agent: 0, invitations: 0 };
}
