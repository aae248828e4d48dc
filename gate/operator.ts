import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Row = MembershipRow & { userId: string };

/**
 * Admits the operator to a workspace, by the access of the owner who's been in it the longest. Only commands of the host may call
 * this. Throws `not_found` if the workspace is closed.
 */
export async function operatorOfWorkspace(id: string): Promise<OwnerScope> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT o.user_id AS "userId", member.*
    FROM (
      SELECT user_id FROM members
      WHERE workspace_id = ${id}::uuid AND role = 'owner' AND standing = 'active'
      ORDER BY created_at, user_id LIMIT 1
    ) o CROSS JOIN LATERAL (
      ${membershipOf(Prisma.sql`m.workspace_id = ${id}::uuid AND m.user_id = o.user_id`, Prisma.sql`true`)}
    ) member`);
  if (!row) throw new AppError("not_found");
  const { userId, ...membership } = row;
  const person = { userId, sessionId: newId(), access: "manage", tokenEndsAt: null, via: "operator" } as const;
  // What the workspace requires is about logins, and there was none.
  return memberScope(person, { ...membership, isFactorMissing: false, isOidcMissing: false }, { id, isValid: true });
}
