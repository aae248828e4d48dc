import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows } from "../../base/access/statements.ts";
import type { LabelColor } from "./label-colors.ts";
import { ownLabel } from "./statements.ts";

const COUNTED_MAX = 1_000;

export type ShownLabel = { id: string; name: string; color: LabelColor };

export type LabelRow = {
  id: string;
  name: string;
  color: LabelColor;
  /** Null for a member with chosen sites: it's about all of them. */
  conversationCount: number | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Labels, `l`: LabelRows. */
const labelView = ({ siteIds }: OwnerScope) => Prisma.sql`
  SELECT l.id, l.name, l.color, l.created_at AS "createdAt", l.updated_at AS "updatedAt",
    CASE WHEN ${siteIds === null} THEN (SELECT count(*)::int FROM (
      SELECT FROM conversation_labels WHERE label_id = l.id LIMIT ${COUNTED_MAX}
    ) counted) END AS "conversationCount"
  FROM labels l`;

/** Returns the workspace's labels by name. */
export const listLabels = (scope: OwnerScope): Promise<LabelRow[]> =>
  query<LabelRow>(Prisma.sql`
    ${labelView(scope)} WHERE ${ownRows(scope, Prisma.sql`l`)} ORDER BY l.name_key, l.id`);

/** Returns what pages show of the workspace's labels, by name, without counting conversations. */
export const listShownLabels = (scope: OwnerScope): Promise<ShownLabel[]> =>
  query<ShownLabel>(Prisma.sql`
    SELECT l.id, l.name, l.color FROM labels l WHERE ${ownRows(scope, Prisma.sql`l`)} ORDER BY l.name_key, l.id`);

/** Returns one label of the workspace. Throws `not_found`. */
export async function getLabel(scope: OwnerScope, labelId: string): Promise<LabelRow> {
  const [label] = await query<LabelRow>(Prisma.sql`
    ${labelView(scope)} WHERE ${ownLabel(scope, labelId)}`);
  if (!label) throw new AppError("not_found");
  return label;
}
