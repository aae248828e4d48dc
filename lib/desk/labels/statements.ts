import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows } from "../../base/access/statements.ts";

/** Matches one label, `l`, of the workspace. */
export const ownLabel = (scope: OwnerScope, labelId: string) =>
  Prisma.sql`l.id = ${labelId}::uuid AND ${ownRows(scope, Prisma.sql`l`)}`;
