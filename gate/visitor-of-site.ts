import { mintVisitorScope, type OwnerScope, type VisitorScope } from "#lib/base/access/scopes.ts";
import { ownSite } from "#lib/base/access/statements.ts";
import { findReturnedVisitor } from "#lib/desk/conversations/queries.ts";
import type { VisitorConversationRow } from "#lib/desk/conversations/statements.ts";
import { refuseUnknownVisitor } from "#lib/desk/visitors/refuse-unknown.ts";
import { verifiedVisitorId } from "#lib/desk/visitors/verified-visitor.system.ts";
import type { PublicSite } from "#lib/sites/sites/site-by-key.system.ts";
import { readVisitorToken } from "#lib/widget/widget-sessions/widget-token.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";

/** What a visitor who opens the widget says about themselves (contract.md section 4). */
type VisitorClaim = { visitorToken?: string; visitorId?: string; visitorHash?: string };

/**
 * Admits a visitor who opens the widget of a site, and finds the conversation to show them. An unverified visitor's row is
 * created with their first message, a verified one's here. Throws `not_accepted` for a blocked visitor, or
 * `visitor_mismatch` for an invalid hash.
 */
export async function admitVisitor(
  site: PublicSite,
  claim: VisitorClaim,
): Promise<{ scope: VisitorScope; conversation: VisitorConversationRow | null; isEmailKnown: boolean }> {
  const { scope, isKnown } = await visitorOfSite(site, claim);
  const returned = isKnown ? await findReturnedVisitor(scope) : { conversation: null, isEmailKnown: false };
  if (returned) {
    // A blocked visitor has no conversation to find.
    if (isKnown && !returned.conversation) await refuseUnknownVisitor(scope);
    return { scope, ...returned };
  }
  // An erased visitor's token is ignored like any invalid one.
  const { visitorToken: _, ...rest } = claim;
  return { scope: (await visitorOfSite(site, rest)).scope, conversation: null, isEmailKnown: false };
}

// With a hash, it's the verified visitor; otherwise the one the visitor token names; otherwise a new one.
async function visitorOfSite(
  site: PublicSite,
  { visitorToken, visitorId, visitorHash }: VisitorClaim,
): Promise<{ scope: VisitorScope; isKnown: boolean }> {
  const externalId = visitorId ?? null;
  const isVerified = visitorHash !== undefined;
  const known = isVerified
    ? await verifiedVisitorId(site, externalId, visitorHash)
    : visitorToken && (await readVisitorToken(visitorToken, site.id));
  const scope = mintVisitorScope({
    siteId: site.id,
    siteKey: site.publicKey,
    visitorId: known || newId(),
    externalId,
    isVerified,
    tokenEndsAt: null,
  });
  return { scope, isKnown: Boolean(known) };
}

/** Returns the test visitor of an owner's site, creating it on first use. Throws `not_found`. */
export async function testVisitorOfSite(scope: OwnerScope, siteId: string): Promise<VisitorScope> {
  const [row] = await query<{ visitorId: string; siteKey: string }>(Prisma.sql`
    WITH site AS (
      SELECT s.id, s.workspace_id, s.public_key FROM sites s WHERE ${ownSite(scope, siteId)} FOR KEY SHARE
    ), visitor AS (
      INSERT INTO visitors (id, site_id, workspace_id, name, is_test, created_at, updated_at)
      SELECT ${newId()}::uuid, site.id, site.workspace_id, 'Test visitor', true, now(), now() FROM site
      ON CONFLICT (site_id) WHERE is_test DO UPDATE SET is_test = true
      RETURNING id
    )
    SELECT visitor.id AS "visitorId", site.public_key AS "siteKey" FROM visitor, site`);
  if (!row) throw new AppError("not_found");
  return mintVisitorScope({ siteId, externalId: null, isVerified: false, tokenEndsAt: null, ...row });
}
