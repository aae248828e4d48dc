import { mintOwnerScope, type OwnerScope } from "#lib/base/access/scopes.ts";

type Ids = { userId: string; workspaceId: string; sessionId?: string };

/** The scope of someone who is alone in their workspace, as the gate would create it. */
export const soloScope = ({ userId, workspaceId, sessionId = userId }: Ids): OwnerScope =>
  mintOwnerScope({
    userId,
    workspaceId,
    sessionId,
    ownerId: userId,
    access: "session",
    tokenEndsAt: new Date(),
    via: "session",
    role: "owner",
    siteIds: null,
    version: 1,
    isShared: false,
    claims: false,
    joinedAt: new Date(0),
  });
