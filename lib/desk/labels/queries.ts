import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Label } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { labelRows } from "./statements.ts";

export type ShownLabel = Pick<Label, "id" | "name" | "color">;

export type LabelRow = ShownLabel & {
  /** Null for a member with chosen sites: it's about all of them. */
  conversationCount: number | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Returns the workspace's labels by name. */
export const listLabels = (scope: OwnerScope): Promise<LabelRow[]> => query<LabelRow>(labelRows(scope));

/** Returns what pages show of the workspace's labels, by name, without counting conversations. */
export const listShownLabels = (scope: OwnerScope): Promise<ShownLabel[]> =>
  db().label.findMany({
    where: inWorkspace(scope),
    select: { id: true, name: true, color: true },
    orderBy: [{ nameKey: "asc" }, { id: "asc" }],
  });

/** Returns one label of the workspace. Throws `not_found`. */
export async function getLabel(scope: OwnerScope, labelId: string): Promise<LabelRow> {
  const [label] = await query<LabelRow>(labelRows(scope, labelId));
  if (!label) throw new AppError("not_found");
  return label;
}
