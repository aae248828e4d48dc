import type { Proof } from "#platform/challenge.ts";
import { query, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { countAnyway, isLimitReached } from "#platform/limits/limiter.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownConversation, ownSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { hashRange } from "./address-hashes.ts";
import { newChallenge, verifyProof } from "./proof-of-work.ts";
import { type BlockedAddress, type Blocking, getBlocking, needsProof } from "./queries.ts";
import { narrowestRange, readRange } from "./rules.ts";
import type { BlockAddressBody, UpdateBlockingBody } from "./schema.ts";
import { comparedWord } from "./statements.ts";

const ADDRESSES_MAX = 1_000;
const FROM_A_CONVERSATION = "From a conversation";

/** The changes to a conversation's visitor, and to the last address they sent from. */
type VisitorBlocking = { visitorBlocked?: boolean; addressBlocked?: boolean };

/**
 * Blocks or unblocks the visitor of a conversation, in all their conversations, and the last address they sent from
 * if it's still known. Throws `conflict`, and blocks nobody, if the site has as many addresses as it may.
 */
export async function blockVisitor(
  scope: OwnerScope,
  conversationId: string,
  { visitorBlocked, addressBlocked }: VisitorBlocking,
): Promise<void> {
  if (addressBlocked !== undefined) await blockLastAddress(scope, conversationId, addressBlocked);
  if (visitorBlocked === undefined) return;
  const waits = Prisma.sql`${!visitorBlocked} AND NOT visitor.is_test
    AND c.status = 'open' AND NOT c.is_spam AND c.last_message_by = 'visitor'`;
  const changed = await retryingConflicts(() =>
    query<ConversationRef>(Prisma.sql`
    WITH visitor AS (
      UPDATE visitors v SET blocked_at = CASE WHEN ${visitorBlocked} THEN clock_timestamp() END
      FROM conversations c
      WHERE ${ownConversation(scope, conversationId)} AND v.id = c.visitor_id
        AND (v.blocked_at IS NOT NULL) <> ${visitorBlocked}
      RETURNING v.id, v.is_test, v.site_id
    ), noted AS (${storeActivity(
      {
        scope,
        action: visitorBlocked ? "visitor.blocked" : "visitor.unblocked",
        siteId: Prisma.sql`visitor.site_id`,
        conversationId,
      },
      Prisma.sql`visitor`,
    )})
    UPDATE conversations c SET
      waiting_since = CASE WHEN ${waits} THEN waiting_since_of(c.id, c.opened_seq) END,
      waiting_seq = CASE WHEN ${waits} THEN waiting_seq_of(c.id, c.opened_seq) END,
      ${NEXT_VERSION}
    FROM visitor WHERE c.visitor_id = visitor.id
    RETURNING ${CONVERSATION_REF}`),
  );
  for (const place of changed) publishChange({ kind: "conversation", ...place });
}

async function blockLastAddress(scope: OwnerScope, conversationId: string, isToBlock: boolean): Promise<void> {
  const [last] = await query<{ siteId: string; addressHash: string | null }>(Prisma.sql`
    SELECT v.site_id AS "siteId", v.address_hash AS "addressHash"
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id
    WHERE ${ownConversation(scope, conversationId)}`);
  if (!last?.addressHash) return;
  const { siteId, addressHash } = last;
  if (isToBlock) await addAddress(scope, { siteId, addressHash, label: FROM_A_CONVERSATION }, { keepsLabel: true });
  else {
    await query(Prisma.sql`
      WITH deleted AS (
        DELETE FROM blocked_addresses b USING sites s
        WHERE b.site_id = s.id AND b.address_hash = ${addressHash} AND ${ownSite(scope, siteId)} RETURNING b.id
      ) ${storeActivity(ofAddresses(scope, siteId), Prisma.sql`deleted`)}`);
  }
}

const ofAddresses = (scope: OwnerScope, siteId: string) =>
  ({ scope, action: "blocking.changed", siteId, data: { fields: ["addresses"] } }) as const;

type NewAddress = { siteId: string; addressHash: string; label: string };

/** Throws `conflict` if the site has as many as it may, and `not_found` if it's gone. */
function addAddress(
  scope: OwnerScope,
  { siteId, addressHash, label }: NewAddress,
  { keepsLabel }: { keepsLabel: boolean },
): Promise<BlockedAddress> {
  const add = () =>
    transaction(async (tx) => {
      // Serializes additions, so that the count is right.
      const [site] = await tx.query<{ id: string }>(Prisma.sql`
        SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)} FOR NO KEY UPDATE`);
      if (!site) throw new AppError("not_found");
      const [row] = await tx.query<BlockedAddress>(Prisma.sql`
        INSERT INTO blocked_addresses AS b (id, site_id, address_hash, label, created_at)
        SELECT ${newId()}::uuid, ${siteId}::uuid, ${addressHash}, ${label}, now()
        WHERE ${ADDRESSES_MAX} > (
          SELECT count(*) FROM blocked_addresses WHERE site_id = ${siteId}::uuid AND address_hash <> ${addressHash}
        )
        ON CONFLICT (site_id, address_hash) DO UPDATE
          SET label = CASE WHEN ${keepsLabel} THEN b.label ELSE excluded.label END
        RETURNING b.id, b.label, b.created_at AS "createdAt", true AS "isEffective"`);
      if (!row) {
        throw new AppError("conflict", { detail: `A site may have at most ${ADDRESSES_MAX} blocked addresses.` });
      }
      await tx.query(storeActivity(ofAddresses(scope, siteId)));
      return row;
    });
  return retryingConflicts(add);
}

/** Changes what a site blocks. Missing fields stay as they are. Throws `not_found`. */
export async function updateBlocking(
  scope: OwnerScope,
  siteId: string,
  { words, asksProof }: UpdateBlockingBody,
): Promise<Blocking> {
  const kept = words === undefined ? null : [...new Set(words)];
  const compared = kept?.map(comparedWord) ?? null;
  const fields = [...(words === undefined ? [] : ["words"]), ...(asksProof === undefined ? [] : ["asksProof"])];
  await query(Prisma.sql`
    WITH changed AS (
    UPDATE sites s SET
      blocked_words = coalesce(${kept}::text[], blocked_words),
      blocked_forms = CASE WHEN ${compared}::text[] IS NULL THEN blocked_forms ELSE ARRAY(
        SELECT DISTINCT blocked_form(word) FROM unnest(${compared}::text[]) AS word WHERE word_form(word) <> ''
      ) END,
      asks_proof = coalesce(${asksProof ?? null}, asks_proof)
    WHERE ${ownSite(scope, siteId)} AND ${fields.length > 0} RETURNING s.id
    ) ${storeActivity({ scope, action: "blocking.changed", siteId, data: { fields } }, Prisma.sql`changed`)}`);
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
  const [site] = await query<{ key: string }>(Prisma.sql`
    SELECT s.public_key AS key FROM sites s WHERE ${ownSite(scope, siteId)}`);
  if (!site || "problem" in network) throw new AppError("not_found");
  return addAddress(scope, { siteId, addressHash: hashRange(site.key, network.range), label }, { keepsLabel: false });
}

/** Unblocks an address. Throws `not_found`. */
export async function unblockAddress(
  scope: OwnerScope,
  { siteId, addressId }: { siteId: string; addressId: string },
): Promise<void> {
  const deleted = await query(Prisma.sql`
    WITH deleted AS (
      DELETE FROM blocked_addresses b USING sites s
      WHERE b.id = ${addressId}::uuid AND b.site_id = s.id AND ${ownSite(scope, siteId)} RETURNING b.id
    ), noted AS (${storeActivity(ofAddresses(scope, siteId), Prisma.sql`deleted`)})
    SELECT id FROM deleted`);
  if (deleted.length === 0) throw new AppError("not_found");
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
