import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";

/** Matches a channel that the alerts of a workspace go through. Most get those of all of their person's workspaces. */
export const isChannelOf = (channel: Prisma.Sql, workspaceId: Prisma.Sql) =>
  Prisma.sql`(${channel}.workspace_id IS NULL OR ${channel}.workspace_id = ${workspaceId})`;

/** Matches the caller's channels, `h`. For a member, only channels that get the workspace's alerts. */
export const ownChannels = (scope: OwnerScope | PersonScope) => {
  const own = Prisma.sql`h.user_id = ${scope.userId}::uuid`;
  if (!("workspaceId" in scope)) return own;
  return Prisma.sql`${own} AND ${isChannelOf(Prisma.sql`h`, Prisma.sql`${scope.workspaceId}::uuid`)}`;
};

/** Notifications in a row that failed or that a device didn't report, before the channel is doubtful. */
export const UNSHOWN_MAX = 3;

/**
 * Matches a channel, `h`, that works as far as anyone knows. Reports take a moment, so the notifications of the last two
 * minutes say nothing yet.
 */
export const HEALTHY = Prisma.sql`h.stopped_at IS NULL AND (
  h.unshown_since IS NULL OR h.unshown_since > now() - interval '2 minutes'
  OR h.unshown_count < ${UNSHOWN_MAX} AND h.unshown_since > now() - interval '7 days')`;

/** When a device lapses that was registered, or got a message, now. Other channels don't. */
export const RENEWED_LAPSE = Prisma.sql`now() + interval '90 days'`;
