import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Channel as Row } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import type { StopReason } from "./channel-kind.ts";
import type { ChannelKind } from "./kinds.ts";
import type { ChannelShows } from "./schema.ts";
import { channelsOf } from "./statements.ts";

export type Channel = Pick<
  Row,
  "id" | "name" | "address" | "isBackup" | "lastAcceptedAt" | "lastShownAt" | "stoppedAt" | "createdAt"
> & {
  kind: ChannelKind;
  shows: ChannelShows;
  stopReason: StopReason | null;
  isDoubtful: boolean;
  isThisDevice: boolean;
};

/** Returns the caller's devices and addresses, the oldest first. */
export const listChannels = (scope: PersonScope): Promise<Channel[]> => query<Channel>(channelsOf(scope, null));

/** Returns one of the caller's channels. Throws `not_found`. */
export async function getChannel(scope: PersonScope, channelId: string): Promise<Channel> {
  const [channel] = await query<Channel>(channelsOf(scope, channelId));
  if (!channel) throw new AppError("not_found");
  return channel;
}
