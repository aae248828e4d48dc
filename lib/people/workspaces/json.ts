import type { ListedWorkspace } from "./queries.ts";
import type { ListedWorkspaceJson, OwnershipOfferJson, WorkspaceJson } from "./schema.ts";
import type { OfferRow, WorkspaceRow } from "./statements.ts";

export const toListedWorkspaceJson = ({
  id,
  name,
  role,
  hasAllSites,
  isSuspended,
}: ListedWorkspace): ListedWorkspaceJson => ({
  id,
  name,
  role,
  allSites: hasAllSites,
  ...(isSuspended && { suspended: true as const }),
});

export const toWorkspaceJson = ({ id, name, role, siteIds, isShared, ...row }: WorkspaceRow): WorkspaceJson => ({
  id,
  name,
  role,
  ...(siteIds !== null && { siteIds }),
  shared: isShared,
  claimsOnReply: row.claimsOnReply,
  ...(row.secondFactorFrom !== null && { secondFactorFrom: row.secondFactorFrom.toISOString() }),
  ...(row.oidcFrom !== null && { oidcFrom: row.oidcFrom.toISOString() }),
  activityDays: row.activityDays,
  ownerIds: row.ownerIds,
});

export const toOwnershipOfferJson = ({ fromId, toId, keeps, expiresAt }: OfferRow): OwnershipOfferJson => ({
  from: fromId,
  to: toId,
  keeps,
  expiresAt: expiresAt.toISOString(),
});
