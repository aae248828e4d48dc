import { transaction } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { storeActivity } from "../../base/activity/statements.ts";

/**
 * Lets people into the workspaces that someone owns without the login provider again, for the operator who has changed or removed
 * it. Returns how many required it. Throws `not_found` if there's no such account.
 */
export function liftOidcRequirement(email: string): Promise<number> {
  return transaction(async (tx) => {
    const [user] = await tx.query<{ id: string }>(Prisma.sql`
      SELECT id FROM users WHERE email_key = ${emailKey(email)} AND closed_at IS NULL`);
    if (!user) throw new AppError("not_found");
    const lifted = await tx.query<{ id: string }>(Prisma.sql`
      UPDATE workspaces w SET oidc_from = NULL FROM members m
      WHERE m.workspace_id = w.id AND m.user_id = ${user.id}::uuid AND m.role = 'owner' AND m.standing = 'active'
        AND w.oidc_from IS NOT NULL RETURNING w.id`);
    for (const { id: workspaceId } of lifted) {
      const scope = { workspaceId, userId: null, via: "operator" } as const;
      await tx.query(storeActivity({ scope, action: "workspace.security_changed", data: { oidcFrom: null } }));
    }
    return lifted.length;
  });
}
