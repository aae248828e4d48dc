import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { unusedHashes } from "./address-hashes.ts";
import { acceptsFrom, comparedText } from "./statements.ts";

/** A blocked address, without the address itself. */
export type BlockedAddress = { id: string; label: string; createdAt: Date; isEffective: boolean };

/** What a site blocks. */
export type Blocking = { words: string[]; addresses: BlockedAddress[]; asksProof: boolean };

/** Returns what a site of the workspace blocks. Throws `not_found`. */
export async function getBlocking(scope: OwnerScope, siteId: string): Promise<Blocking> {
  const [site] = await query<Pick<Blocking, "words" | "asksProof"> & { publicKey: string }>(Prisma.sql`
    SELECT s.public_key AS "publicKey", s.blocked_words AS words, s.asks_proof AS "asksProof" FROM sites s
    WHERE ${ownSite(scope, siteId)}`);
  if (!site) throw new AppError("not_found");
  const rows = await query<Omit<BlockedAddress, "isEffective"> & { addressHash: string }>(Prisma.sql`
    SELECT b.id, b.label, b.created_at AS "createdAt", b.address_hash AS "addressHash"
    FROM blocked_addresses b JOIN sites s ON s.id = b.site_id
    WHERE ${ownSite(scope, siteId)}
    ORDER BY b.created_at DESC, b.id DESC`);
  const unused = unusedHashes(site.publicKey);
  const addresses = rows.map(({ addressHash, ...address }) => ({ ...address, isEffective: !unused.has(addressHash) }));
  return { words: site.words, addresses, asksProof: site.asksProof };
}

/** Whether the visitor's site accepts this text from these addresses. */
export async function isAccepted(
  scope: VisitorScope,
  body: string,
  addressHashes: readonly string[],
): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT FROM sites WHERE id = ${scope.siteId}::uuid AND ${acceptsFrom(comparedText(body), addressHashes)}`);
  return rows.length > 0;
}

/** Whether a new conversation of this visitor requires a proof of work while very many start. */
export async function needsProof(scope: VisitorScope): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT FROM sites WHERE id = ${scope.siteId}::uuid AND asks_proof
      AND NOT EXISTS (SELECT FROM conversations WHERE visitor_id = ${scope.visitorId}::uuid)`);
  return rows.length > 0;
}
