import { transaction } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { storeActivity } from "../../base/activity/statements.ts";

/**
 * Lets people into the workspaces that someone owns without the login provider again, for the operator who has changed or removed
 * it. Returns how many required it. Throws `not_found` if there's no such account.
 */
export function liftOidcRequirement(email: string): Promise<number> {
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { emailKey: emailKey(email), closedAt: null },
      select: { id: true },
    });
    if (!user) throw new AppError("not_found");
    const owner = { userId: user.id, role: "owner", standing: "active" };
    const lifted = await tx.workspace.updateManyAndReturn({
      where: { oidcFrom: { not: null }, members: { some: owner } },
      data: { oidcFrom: null },
      select: { id: true },
    });
    for (const { id: workspaceId } of lifted) {
      const scope = { workspaceId, userId: null, via: "operator" } as const;
      await tx.query(storeActivity({ scope, action: "workspace.security_changed", data: { oidcFrom: null } }));
    }
    return lifted.length;
  });
}
