import type { Proof } from "#platform/challenge.ts";
import { db, query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { countAnyway, isLimitReached } from "#platform/limits/limiter.ts";
import { newId } from "#platform/new-id.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { ownSite } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { hashRange } from "./address-hashes.ts";
import { newChallenge, verifyProof } from "./proof-of-work.ts";
import { type BlockedAddress, type Blocking, getBlocking, needsProof } from "./queries.ts";
import { narrowestRange, readRange } from "./rules.ts";
import type { BlockAddressBody, UpdateBlockingBody } from "./schema.ts";
import { changeBlocking, changeVisitors, lockSitesOf, lockVisitors } from "./statements.ts";

const ADDRESSES_MAX = 1_000;
const FROM_A_CONVERSATION = "From a conversation";

/** The changes to a conversation's visitor, and to the last address they sent from. */
type VisitorBlocking = { visitorBlocked?: boolean; addressBlocked?: boolean };

type LastAddress = { siteId: string; addressHash: string | null };

/**
 * Locks what `blockVisitors` changes besides conversations, if it changes anything: writers lock visitors first. Returns the
 * addresses that the visitors, and those merged with them, sent from last.
 */
export async function lockForBlocking(
  _scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  { visitorBlocked, addressBlocked }: VisitorBlocking,
): Promise<LastAddress[]> {
  if (visitorBlocked === undefined && addressBlocked === undefined) return [];
  await tx.query(lockSitesOf(own));
  return tx.query<LastAddress>(lockVisitors(own));
}

/**
 * Blocks or unblocks the visitors of conversations and those merged with them, in all their conversations, and the last
 * addresses they sent from if they're still known. Returns the conversations that show it. Throws `conflict` if the site has as many addresses as it may.
 */
export async function blockVisitors(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  { visitorBlocked, addressBlocked, addresses }: VisitorBlocking & { addresses: LastAddress[] },
): Promise<ConversationRef[]> {
  const known = new Map(addresses.map(({ siteId, addressHash }) => [addressHash, siteId]));
  for (const [addressHash, siteId] of addressBlocked === undefined ? [] : known) {
    if (addressHash === null) continue;
    const address = { siteId, addressHash, label: FROM_A_CONVERSATION };
    if (addressBlocked) await addAddress(scope, tx, address, { keepsLabel: true });
    else await removeAddress(scope, tx, siteId, { addressHash });
  }
  return visitorBlocked === undefined ? [] : tx.query<ConversationRef>(changeVisitors(scope, own, visitorBlocked));
}

const ofAddresses = (scope: OwnerScope, siteId: string) =>
  ({ scope, action: "blocking.changed", siteId, data: { fields: ["addresses"] } }) as const;

type NewAddress = { siteId: string; addressHash: string; label: string };

/** Throws `conflict` if the site has as many as it may, and `not_found` if it's gone. */
async function addAddress(
  scope: OwnerScope,
  tx: Transaction,
  { siteId, addressHash, label }: NewAddress,
  { keepsLabel }: { keepsLabel: boolean },
): Promise<BlockedAddress> {
  // Serializes additions, so that the count is right.
  await lockSite(scope, siteId, tx);
  const others = await tx.blockedAddress.count({ where: { siteId, addressHash: { not: addressHash } } });
  if (others >= ADDRESSES_MAX) {
    throw new AppError("conflict", { detail: `A site may have at most ${ADDRESSES_MAX} blocked addresses.` });
  }
  const row = await tx.blockedAddress.upsert({
    where: { siteId_addressHash: { siteId, addressHash } },
    create: { id: newId(), siteId, addressHash, label, createdAt: new Date() },
    // The hash stays the same. Without any field, the client would read the row first.
    update: keepsLabel ? { addressHash } : { label },
  });
  await tx.query(storeActivity(ofAddresses(scope, siteId)));
  return { ...row, isEffective: true };
}

async function removeAddress(
  scope: OwnerScope,
  tx: Transaction,
  siteId: string,
  which: { id: string } | { addressHash: string },
): Promise<boolean> {
  const { count } = await tx.blockedAddress.deleteMany({ where: { ...which, site: ownSite(scope, siteId) } });
  if (count > 0) await tx.query(storeActivity(ofAddresses(scope, siteId)));
  return count > 0;
}

/** Changes what a site blocks. Missing fields stay as they are. Throws `not_found`. */
export async function updateBlocking(scope: OwnerScope, siteId: string, patch: UpdateBlockingBody): Promise<Blocking> {
  if (Object.keys(patch).length > 0) await query(changeBlocking(scope, siteId, patch));
  return getBlocking(scope, siteId);
}

/**
 * Blocks an address or a network on one site. If it's blocked already, its label changes. Throws `not_found`, or
 * `conflict` if the site has as many as it may.
 */
export async function blockAddress(
  scope: OwnerScope,
  siteId: string,
  { address, label }: BlockAddressBody,
): Promise<BlockedAddress> {
  const network = readRange(address);
  const site = await db().site.findFirst({ where: ownSite(scope, siteId), select: { publicKey: true } });
  if (!site || "problem" in network) throw new AppError("not_found");
  const addressHash = hashRange(site.publicKey, network.range);
  const blocked = { siteId, addressHash, label };
  return retryingConflicts(() => transaction((tx) => addAddress(scope, tx, blocked, { keepsLabel: false })));
}

/** Unblocks an address. Throws `not_found`. */
export async function unblockAddress(
  scope: OwnerScope,
  { siteId, addressId }: { siteId: string; addressId: string },
): Promise<void> {
  const isRemoved = await transaction((tx) => removeAddress(scope, tx, siteId, { id: addressId }));
  if (!isRemoved) throw new AppError("not_found");
}

/**
 * Requires a proof of work from first-time visitors while a site gets very many new conversations. Throws
 * `proof_required` with a challenge if the request has no valid proof.
 */
export async function requireProof(
  scope: VisitorScope,
  proof: Proof | undefined,
  clientAddress: string | null,
): Promise<void> {
  if (isFromHost(clientAddress) || scope.isVerified || !isLimitReached(startsOf(scope))) return;
  if ((proof && verifyProof(scope, proof)) || !(await needsProof(scope))) return;
  throw new AppError("proof_required", { challenge: newChallenge(scope) });
}

/** Counts a new conversation toward the rate above which `requireProof` requires one. */
export function countStart(scope: VisitorScope, clientAddress: string | null): void {
  if (!isFromHost(clientAddress)) countAnyway(startsOf(scope));
}

const startsOf = ({ siteId }: VisitorScope) => ({ rule: "site-starts", key: siteId }) as const;

// The host itself calls, or an unknown proxy.
const isFromHost = (address: string | null) => address === null || narrowestRange(address) === null;
