import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { publishChange } from "../changes/publish-change.ts";
import { type Channel, getChannel } from "./queries.ts";
import type { UpdateChannelBody } from "./schema.ts";

const own = ({ userId }: OwnerScope, channelId: string) =>
  Prisma.sql`h.id = ${channelId}::uuid AND h.user_id = ${userId}::uuid`;

const publish = ({ workspaceId }: OwnerScope) => publishChange({ kind: "settings", workspaceId, about: "account" });

/** Changes the given fields. Throws `not_found`. */
export async function updateChannel(
  scope: OwnerScope,
  channelId: string,
  { name, shows, backup }: UpdateChannelBody,
): Promise<Channel> {
  await query(Prisma.sql`
    UPDATE channels h SET name = coalesce(${name ?? null}, h.name), shows = coalesce(${shows ?? null}, h.shows),
      is_backup = coalesce(${backup ?? null}::boolean, h.is_backup), updated_at = now()
    WHERE ${own(scope, channelId)}`);
  const channel = await getChannel(scope, channelId);
  publish(scope);
  return channel;
}

/** Removes a channel. Nothing more is sent to it. Throws `not_found`. */
export async function removeChannel(scope: OwnerScope, channelId: string): Promise<void> {
  const removed = await query<{ id: string }>(Prisma.sql`
    DELETE FROM channels h WHERE ${own(scope, channelId)} RETURNING h.id`);
  if (removed.length === 0) throw new AppError("not_found");
  publish(scope);
}
