import type { OwnerScope } from "./scopes.ts";

/*
 * What a caller may touch, as a `where` of Prisma's client: the twin of statements.ts. Each matches nothing once the
 * caller's membership isn't as the gate read it, so that a foreign id and lost access look the same: not found.
 */

const standing = ({ userId, version }: OwnerScope) => ({ members: { some: { userId, version } } });

/** Matches the caller's workspace. */
export const theWorkspace = (scope: OwnerScope) => ({ id: scope.workspaceId, ...standing(scope) });

/** Matches rows that belong to the workspace and to no site, such as labels. */
export const inWorkspace = (scope: OwnerScope) => ({ workspaceId: scope.workspaceId, workspace: standing(scope) });

/** Matches the sites that the caller may touch. */
export const ownSites = (scope: OwnerScope) => ({
  ...inWorkspace(scope),
  ...(scope.siteIds && { id: { in: [...scope.siteIds] } }),
});

/** Matches one site, if the caller may touch it. */
export const ownSite = (scope: OwnerScope, siteId: string) => ({ AND: [{ id: siteId }, ownSites(scope)] });

/** Matches rows with a workspaceId and a siteId, on the sites that the caller may touch. */
export const onSites = (scope: OwnerScope) => ({
  ...inWorkspace(scope),
  ...(scope.siteIds && { siteId: { in: [...scope.siteIds] } }),
});
