import { z } from "zod";
import { acceptedUntil, signToken, verifyToken } from "#platform/crypto/token.ts";
import { AppError } from "#platform/errors.ts";
import type { Unminted, VisitorScope } from "../../base/access/scopes.ts";

const HOUR_MS = 3_600_000;
const VISITOR_TOKEN_DAYS = 400;

// Only in the tokens of verified visitors.
const verified = z.literal(true).exactOptional();
const claimOf = ({ isVerified }: VisitorScope) => (isVerified ? { ver: true } : {});

const WidgetClaims = z.object({
  sub: z.uuid(),
  site: z.uuid(),
  key: z.string(),
  ext: z.string().nullable(),
  ver: verified,
  exp: z.int(),
});
const VisitorClaims = z.object({ sub: z.uuid(), site: z.uuid(), ver: verified });

/** Signs the short-lived token of one visitor on one site (spec.md section 5, contract.md section 4). */
export async function signWidgetToken(scope: VisitorScope): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const { visitorId: sub, siteId: site, siteKey: key, externalId: ext } = scope;
  const claims = { sub, site, key, ext, ...claimOf(scope) };
  return { token: await signToken("widget", claims, expiresAt), expiresAt };
}

/** Returns the visitor of a widget token, and when it expires. The gate makes the scope of it. */
export async function readWidgetToken(token: string): Promise<Unminted<VisitorScope>> {
  const claims = WidgetClaims.safeParse(await verifyToken("widget", token));
  if (!claims.success) throw new AppError("unauthenticated");
  const { sub, site, key, ext, ver: isVerified = false, exp } = claims.data;
  return { visitorId: sub, siteId: site, siteKey: key, externalId: ext, isVerified, tokenEndsAt: acceptedUntil(exp) };
}

/** Signs the token that recognizes a returning browser. Only the widget session accepts it. */
export function signVisitorToken(scope: VisitorScope): Promise<string> {
  const expiresAt = new Date(Date.now() + VISITOR_TOKEN_DAYS * 24 * HOUR_MS);
  return signToken("visitor", { sub: scope.visitorId, site: scope.siteId, ...claimOf(scope) }, expiresAt);
}

/**
 * Returns the unverified visitor that a visitor token of this site names, or null if the token is invalid. A verified
 * visitor's token is useless alone: the hash finds them.
 */
export async function readVisitorToken(token: string, siteId: string): Promise<string | null> {
  try {
    const claims = VisitorClaims.parse(await verifyToken("visitor", token));
    return claims.site === siteId && !claims.ver ? claims.sub : null;
  } catch (error) {
    if (error instanceof AppError || error instanceof z.ZodError) return null;
    throw error;
  }
}
