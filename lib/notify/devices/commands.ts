import { isDeepStrictEqual } from "node:util";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { isUniqueViolation, retryingConflicts, WriteConflict } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { lockSession } from "../../base/sessions/sessions.system.ts";
import { hashAddress, openAddress, sealAddress } from "../../outbox/channels/address.ts";
import type { PushAddress } from "../../outbox/channels/kinds/push.ts";
import { type Channel, getChannel } from "../../outbox/channels/queries.ts";
import { LAPSE_DAYS } from "../../outbox/channels/statements.ts";
import type { DeviceBody } from "./schema.ts";
import { lockDeviceOfOthers } from "./statements.ts";

const DAY_MS = 86_400_000;
const DEVICES_MAX = 20;
const TOO_MANY = `An account may have ${DEVICES_MAX} devices. Remove one to add another.`;

/**
 * Makes a browser a device of the caller and of the caller's session. An endpoint that was another account's device
 * moves to this one. Throws `conflict` if the account has too many, or if the endpoint is another browser's.
 */
export async function registerDevice(scope: PersonScope, body: DeviceBody, described: string | null): Promise<Channel> {
  const channelId = await retryingConflicts(async () => {
    try {
      return await transaction((tx) => storeDevice(scope, tx, { ...body, described }));
    } catch (error) {
      // Another account was registering the same endpoint.
      throw isUniqueViolation(error) ? new WriteConflict() : error;
    }
  }, "unavailable");
  return getChannel(scope, channelId);
}

/** Removes the device of another account at this endpoint, which only the browser itself can prove to be. */
async function takeOver({ userId }: PersonScope, tx: Transaction, { hash, address }: TakenOver): Promise<void> {
  const [other] = await tx.query<{ id: string; address: Buffer }>(lockDeviceOfOthers(userId, hash));
  if (!other) return;
  const opened = openAddress({ ...other, kind: "push" });
  if (opened && !isDeepStrictEqual(opened.keys, address.keys)) {
    throw new AppError("conflict", { detail: "Another account's browser has this endpoint." });
  }
  await tx.channel.deleteMany({ where: { id: other.id, userId: { not: userId } } });
}

type TakenOver = { hash: Buffer; address: PushAddress };

type NewDevice = DeviceBody & { described: string | null };

async function storeDevice(
  scope: PersonScope,
  tx: Transaction,
  { endpoint, keys, name, previousEndpoint = endpoint, described }: NewDevice,
): Promise<string> {
  const { userId, sessionId } = scope;
  tx.afterCommit(() => publishChange({ kind: "account", userId }));
  // Revoking the session waits, and then removes this device too.
  await lockSession(scope, tx);
  const address = { endpoint, keys };
  const hash = hashAddress("push", address);
  const previous = hashAddress("push", { ...address, endpoint: previousEndpoint });
  await takeOver(scope, tx, { hash, address });
  const devices = { userId, kind: "push" };
  const same = { ...devices, addressHash: { in: [hash, previous] } };
  const found = await tx.channel.findMany({ where: same, select: { id: true, addressHash: true } });
  const known = found.find(({ addressHash }) => hash.equals(addressHash)) ?? found[0];
  const id = known?.id ?? newId();
  const now = new Date();
  const data = {
    address: sealAddress("push", address, id),
    addressHash: hash,
    sessionId,
    lapsesAt: new Date(now.getTime() + LAPSE_DAYS * DAY_MS),
    updatedAt: now,
  };
  if (known) {
    await tx.channel.deleteMany({ where: { ...same, id: { not: id } } });
    const renewed = { unshownCount: 0, unshownSince: null, warnedAt: null, stoppedAt: null, stopReason: null };
    const renamed = name !== undefined && { name };
    await tx.channel.updateMany({ where: { id, userId }, data: { ...data, ...renewed, ...renamed } });
    return id;
  }
  if ((await tx.channel.count({ where: devices })) >= DEVICES_MAX) {
    throw new AppError("conflict", { detail: TOO_MANY });
  }
  await tx.channel.create({
    data: { ...data, ...devices, id, name: name ?? described ?? "A browser", createdAt: now },
  });
  return id;
}
