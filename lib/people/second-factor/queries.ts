import { db, query } from "#platform/database/database.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { requiringWorkspaces } from "./statements.ts";

export type SecondFactor = { since: Date | null; recoveryCodesLeft: number };
export type RequiringWorkspace = { id: string; workspaceName: string; from: Date; isDue: boolean };

/** Returns whether the caller logs in with a second factor. */
export async function getSecondFactor(scope: PersonScope): Promise<SecondFactor> {
  const { userId } = scope;
  const [factor, recoveryCodesLeft] = await Promise.all([
    db().secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } }),
    db().recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { since: factor?.confirmedAt ?? null, recoveryCodesLeft };
}

/** Lists the caller's workspaces that require a second factor, or the login provider, the next date first. */
export const listRequiringWorkspaces = (
  scope: PersonScope,
  what?: "second factor" | "provider",
): Promise<RequiringWorkspace[]> => query<RequiringWorkspace>(requiringWorkspaces(scope.userId, what));
