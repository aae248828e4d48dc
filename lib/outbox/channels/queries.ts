import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import type { ChannelShows } from "./schema.ts";
import type { ChannelKind, StopReason } from "./sender.ts";
import { HEALTHY, ownChannels } from "./statements.ts";

export type Channel = {
  id: string;
  kind: ChannelKind;
  name: string;
  address: Buffer;
  shows: ChannelShows;
  isBackup: boolean;
  isDoubtful: boolean;
  isThisDevice: boolean;
  lastAcceptedAt: Date | null;
  lastShownAt: Date | null;
  stoppedAt: Date | null;
  stopReason: StopReason | null;
  createdAt: Date;
};

/** Returns the caller's devices and addresses, the oldest first. */
export const listChannels = (scope: PersonScope): Promise<Channel[]> => query<Channel>(channelsOf(scope, null));

/** Returns one of the caller's channels. Throws `not_found`. */
export async function getChannel(scope: PersonScope, channelId: string): Promise<Channel> {
  const [channel] = await query<Channel>(channelsOf(scope, channelId));
  if (!channel) throw new AppError("not_found");
  return channel;
}

const channelsOf = (scope: PersonScope, channelId: string | null) => Prisma.sql`
  SELECT h.id, h.kind, h.name, h.address, h.shows, h.is_backup AS "isBackup",
    h.stopped_at IS NULL AND NOT (${HEALTHY}) AS "isDoubtful", h.session_id IS NOT DISTINCT FROM ${scope.sessionId}::uuid AS "isThisDevice",
    h.last_accepted_at AS "lastAcceptedAt", h.last_shown_at AS "lastShownAt", h.stopped_at AS "stoppedAt",
    h.stop_reason AS "stopReason", h.created_at AS "createdAt"
  FROM channels h
  WHERE ${ownChannels(scope)} AND (${channelId}::uuid IS NULL OR h.id = ${channelId}::uuid)
  ORDER BY h.created_at, h.id`;
