import { db, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { lockSession } from "../../base/sessions/sessions.system.ts";
import { hashAddress, sealAddress } from "./address.ts";
import { type Channel, getChannel } from "./queries.ts";
import type { CreateChannelBody, UpdateChannelBody } from "./schema.ts";

/** Matches one of the caller's channels. For a member, only if it gets the workspace's alerts. */
const own = (scope: OwnerScope | PersonScope, id: string) => ({
  id,
  userId: scope.userId,
  ...("workspaceId" in scope && { OR: [{ workspaceId: null }, { workspaceId: scope.workspaceId }] }),
});

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
  const { userId } = scope;
  const [id, address] = [newId(), { url }];
  const addressHash = hashAddress(kind, address);
  await transaction(async (tx) => {
    await lockSession(scope, tx);
    await tx.channel.deleteMany({ where: { userId, addressHash, stoppedAt: { not: null } } });
    const others = await tx.channel.findMany({
      where: { userId, kind: { not: "push" } },
      select: { addressHash: true },
    });
    if (others.some((other) => addressHash.equals(other.addressHash))) {
      throw new AppError("conflict", { detail: "This address is one of your channels already." });
    }
    if (others.length >= ADDRESSES_MAX) {
      throw new AppError("conflict", { detail: `You can have ${ADDRESSES_MAX} channels. Remove one to add another.` });
    }
    const sealed = sealAddress(kind, address, id);
    const now = new Date();
    await tx.channel.create({
      data: { id, userId, kind, name, address: sealed, addressHash, shows, createdAt: now, updatedAt: now },
    });
    tx.afterCommit(() => publish(scope));
  });
  return getChannel(scope, id);
}

/** Changes the given fields. Throws `not_found`. */
export async function updateChannel(
  scope: PersonScope,
  channelId: string,
  { backup, ...settings }: UpdateChannelBody,
): Promise<Channel> {
  const data = { ...settings, ...(backup !== undefined && { isBackup: backup }), updatedAt: new Date() };
  await db().channel.updateMany({ where: own(scope, channelId), data });
  const channel = await getChannel(scope, channelId);
  publish(scope);
  return channel;
}

/** Removes a channel. Nothing more is sent to it. Throws `not_found`. */
export async function removeChannel(scope: PersonScope, channelId: string): Promise<void> {
  const { count } = await db().channel.deleteMany({ where: own(scope, channelId) });
  if (count === 0) throw new AppError("not_found");
  publish(scope);
}
