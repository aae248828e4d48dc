import { query, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { hashAddress, sealAddress } from "./address.ts";
import { type Channel, getChannel } from "./queries.ts";
import type { CreateChannelBody, UpdateChannelBody } from "./schema.ts";
import { ownChannels } from "./statements.ts";

const own = (scope: PersonScope, channelId: string) => Prisma.sql`h.id = ${channelId}::uuid AND ${ownChannels(scope)}`;

const publish = ({ userId }: PersonScope) => publishChange({ kind: "account", userId });

const ADDRESSES_MAX = 20;

/**
 * Adds a chat or a notification service. Throws `conflict` if the person has as many as they may, or this one already. One
 * that was stopped is added again.
 */
export async function createChannel(
  scope: PersonScope,
  { kind, name, url, shows }: CreateChannelBody,
): Promise<Channel> {
  const { userId, sessionId } = scope;
  const [id, address] = [newId(), { url }];
  const hash = hashAddress(kind, address);
  await transaction(async (tx) => {
    // Serializes with other additions, and with a new password, which revokes the calling session and removes channels.
    await tx.query(Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
    const session = await tx.query(Prisma.sql`
      SELECT FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid`);
    if (session.length === 0) throw new AppError("unauthenticated");
    await tx.query(Prisma.sql`
      DELETE FROM channels WHERE user_id = ${userId}::uuid AND address_hash = ${hash} AND stopped_at IS NOT NULL`);
    const [found] = await tx.query<{ count: number; isKnown: boolean }>(Prisma.sql`
      SELECT count(*)::int AS count, coalesce(bool_or(address_hash = ${hash}), false) AS "isKnown"
      FROM channels WHERE user_id = ${userId}::uuid AND kind <> 'push'`);
    if (found?.isKnown) throw new AppError("conflict", { detail: "This address is one of your channels already." });
    if (found && found.count >= ADDRESSES_MAX) {
      throw new AppError("conflict", { detail: `You can have ${ADDRESSES_MAX} channels. Remove one to add another.` });
    }
    await tx.query(Prisma.sql`
      INSERT INTO channels (id, user_id, kind, name, address, address_hash, shows, created_at, updated_at)
      VALUES (${id}::uuid, ${userId}::uuid, ${kind}, ${name}, ${sealAddress(kind, address, id)}, ${hash}, ${shows}, now(), now())`);
  });
  publish(scope);
  return getChannel(scope, id);
}

/** Changes the given fields. Throws `not_found`. */
export async function updateChannel(
  scope: PersonScope,
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
export async function removeChannel(scope: PersonScope, channelId: string): Promise<void> {
  const removed = await query<{ id: string }>(Prisma.sql`
    DELETE FROM channels h WHERE ${own(scope, channelId)} RETURNING h.id`);
  if (removed.length === 0) throw new AppError("not_found");
  publish(scope);
}
