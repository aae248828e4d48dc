import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { BlockedAddress as Row } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";
import { unusedHashes } from "./address-hashes.ts";
import { findAccepting, findNeedingProof } from "./statements.ts";

/** A blocked address, without the address itself. */
export type BlockedAddress = Pick<Row, "id" | "label" | "createdAt"> & { isEffective: boolean };

/** What a site blocks. */
export type Blocking = { words: string[]; addresses: BlockedAddress[]; asksProof: boolean };

/** Returns what a site of the workspace blocks. Throws `not_found`. */
export async function getBlocking(scope: OwnerScope, siteId: string): Promise<Blocking> {
  const site = await db().site.findFirst({
    where: ownSite(scope, siteId),
    select: {
      publicKey: true,
      blockedWords: true,
      asksProof: true,
      blockedAddresses: { orderBy: [{ createdAt: "desc" }, { id: "desc" }] },
    },
  });
  if (!site) throw new AppError("not_found");
  const unused = unusedHashes(site.publicKey);
  const addresses = site.blockedAddresses.map((row) => ({ ...row, isEffective: !unused.has(row.addressHash) }));
  return { words: site.blockedWords, addresses, asksProof: site.asksProof };
}

/** Whether the visitor's site accepts this text from these addresses. */
export async function isAccepted(
  scope: VisitorScope,
  body: string,
  addressHashes: readonly string[],
): Promise<boolean> {
  return (await query(findAccepting(scope, body, addressHashes))).length > 0;
}

/** Whether a new conversation of this visitor requires a proof of work while very many start. */
export const needsProof = async (scope: VisitorScope): Promise<boolean> =>
  (await query(findNeedingProof(scope))).length > 0;
