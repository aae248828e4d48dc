import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { WORKSPACE_VIEW, type WorkspaceRow } from "./statements.ts";

type Found = { workspaceId: string; userId: string };

/** Returns a workspace as one of its people sees it, whose role may have just changed. Throws `not_found`. */
export async function findWorkspace(tx: Transaction, { workspaceId, userId }: Found): Promise<WorkspaceRow> {
  const [row] = await tx.query<WorkspaceRow>(Prisma.sql`
    ${WORKSPACE_VIEW} WHERE m.workspace_id = ${workspaceId}::uuid AND m.user_id = ${userId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}
