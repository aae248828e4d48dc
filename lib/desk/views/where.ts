import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";

/** Matches the views that are shared, and the caller's own, without those of sites that the caller can't see. */
export const visibleViews = (scope: OwnerScope) =>
  ({
    ...inWorkspace(scope),
    AND: [
      { OR: [{ userId: null }, { userId: scope.userId }] },
      ...(scope.siteIds ? [{ OR: [{ siteId: null }, { siteId: { in: [...scope.siteIds] } }] }] : []),
    ],
  }) satisfies Prisma.ViewWhereInput;
