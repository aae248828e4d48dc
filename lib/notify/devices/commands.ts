import { isDeepStrictEqual } from "node:util";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { isUniqueViolation, retryingConflicts, WriteConflict } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { hashAddress, openAddress, type PushAddress, sealAddress } from "../../outbox/channels/address.ts";
import { type Channel, getChannel } from "../../outbox/channels/queries.ts";
import { RENEWED_LAPSE } from "../../outbox/channels/statements.ts";
import type { DeviceBody } from "./schema.ts";

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
  publishChange({ kind: "account", userId: scope.userId });
  return getChannel(scope, channelId);
}

/** Removes the device of another account at this endpoint, which only the browser itself can prove to be. */
async function takeOver({ userId }: PersonScope, tx: Transaction, { hash, address }: TakenOver): Promise<void> {
  const [other] = await tx.query<{ id: string; address: Buffer }>(Prisma.sql`
    SELECT id, address FROM channels
    WHERE kind = 'push' AND address_hash = ${hash} AND user_id <> ${userId}::uuid FOR UPDATE`);
  if (!other) return;
  const opened = openAddress({ ...other, kind: "push" });
  if (opened && !isDeepStrictEqual(opened.keys, address.keys)) {
    throw new AppError("conflict", { detail: "Another account's browser has this endpoint." });
  }
  await tx.query(Prisma.sql`DELETE FROM channels WHERE id = ${other.id}::uuid AND user_id <> ${userId}::uuid`);
}

type TakenOver = { hash: Buffer; address: PushAddress };

type NewDevice = DeviceBody & { described: string | null };

async function storeDevice(
  scope: PersonScope,
  tx: Transaction,
  { endpoint, keys, name, previousEndpoint, described }: NewDevice,
): Promise<string> {
  const { userId, sessionId } = scope;
  // Serializes the account's registrations. Revoking the session waits, and then removes this device too.
  await tx.query(Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
  const session = await tx.query(Prisma.sql`
    SELECT id FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`);
  if (session.length === 0) throw new AppError("unauthenticated");
  const address = { endpoint, keys };
  const hash = hashAddress("push", address);
  const previous =
    previousEndpoint === undefined ? null : hashAddress("push", { ...address, endpoint: previousEndpoint });
  await takeOver(scope, tx, { hash, address });
  const [known, replaced] = await tx.query<{ id: string }>(Prisma.sql`
    SELECT id FROM channels WHERE user_id = ${userId}::uuid AND kind = 'push' AND address_hash IN (${hash}, ${previous})
    ORDER BY address_hash = ${hash} DESC`);
  if (replaced)
    await tx.query(Prisma.sql`DELETE FROM channels WHERE id = ${replaced.id}::uuid AND user_id = ${userId}::uuid`);
  if (known) {
    await tx.query(Prisma.sql`
      UPDATE channels SET address = ${sealAddress("push", address, known.id)}, address_hash = ${hash},
        name = coalesce(${name ?? null}, name), session_id = ${sessionId}::uuid, unshown_count = 0, unshown_since = NULL,
        lapses_at = ${RENEWED_LAPSE}, warned_at = NULL, stopped_at = NULL, stop_reason = NULL, updated_at = now()
      WHERE id = ${known.id}::uuid AND user_id = ${userId}::uuid`);
    return known.id;
  }
  const id = newId();
  const made = await tx.query(Prisma.sql`
    INSERT INTO channels (id, user_id, kind, name, address, address_hash, session_id, lapses_at, created_at, updated_at)
    SELECT ${id}::uuid, ${userId}::uuid, 'push', ${name ?? described ?? "A browser"}, ${sealAddress("push", address, id)}, ${hash},
      ${sessionId}::uuid, ${RENEWED_LAPSE}, now(), now()
    WHERE ${DEVICES_MAX} > (SELECT count(*) FROM channels WHERE user_id = ${userId}::uuid AND kind = 'push')
    RETURNING id`);
  if (made.length === 0) throw new AppError("conflict", { detail: TOO_MANY });
  return id;
}
