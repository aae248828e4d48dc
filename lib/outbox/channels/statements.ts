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

/** The caller's channels, or one of them: Channels. They're doubtful by what the planning of notifications goes by. */
export const channelsOf = (scope: PersonScope, channelId: string | null) => Prisma.sql`
  SELECT h.id, h.kind, h.name, h.address, h.shows, h.is_backup AS "isBackup",
    h.stopped_at IS NULL AND NOT (${HEALTHY}) AS "isDoubtful", h.session_id IS NOT DISTINCT FROM ${scope.sessionId}::uuid AS "isThisDevice",
    h.last_accepted_at AS "lastAcceptedAt", h.last_shown_at AS "lastShownAt", h.stopped_at AS "stoppedAt",
    h.stop_reason AS "stopReason", h.created_at AS "createdAt"
  FROM channels h
  WHERE ${ownChannels(scope)} AND (${channelId}::uuid IS NULL OR h.id = ${channelId}::uuid)
  ORDER BY h.created_at, h.id`;

/** After how many days a device lapses that was registered, or got a message. Other channels don't. */
export const LAPSE_DAYS = 90;
export const RENEWED_LAPSE = Prisma.sql`now() + make_interval(days => ${LAPSE_DAYS})`;
