import { refuseBlocked } from "../auth/blocked-visitor.ts";
import { findSiteForCaller } from "../auth/site-by-key.ts";
import { visitorOfSite } from "../auth/visitor-of-site.ts";
import { signVisitorToken, signWidgetToken } from "../auth/widget-token.ts";
import { toVisitorConversationJson } from "../conversations/json.ts";
import { findOpenConversation } from "../conversations/queries.ts";
import type { WidgetSessionAnswer } from "../conversations/schema.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { originAllowed } from "../sites/domain.ts";
import type { WidgetSessionBody } from "./schema.ts";

/**
 * Lets a visitor of a site in (contract.md section 4). An unverified one's row comes with their first message, a verified
 * one's is written here. `origin` is the request's, null for none. Throws `not_found` for an unknown key,
 * `origin_not_allowed`, `not_accepted` for whoever or whose address is blocked, or `visitor_mismatch`.
 */
export async function openWidgetSession(
  input: WidgetSessionBody,
  origin: string | null,
  clientAddress: string | null = null,
): Promise<WidgetSessionAnswer> {
  const site = await findSiteForCaller(input.siteKey, clientAddress);
  if (!site) throw new AppError("not_found");
  if (!originAllowed(site.domain, origin, env().BASE_URL)) {
    throw new AppError("origin_not_allowed");
  }
  if (!site.isOpen) throw new AppError("not_accepted");
  const { scope, isKnown } = await visitorOfSite(site, input);
  const [conversation, { token, expiresAt }, visitorToken] = await Promise.all([
    isKnown ? findOpenConversation(scope) : null,
    signWidgetToken(scope),
    signVisitorToken(scope),
  ]);
  // Nothing is found for somebody who is blocked.
  if (isKnown && !conversation) await refuseBlocked(scope);
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    visitorId: scope.visitorId,
    visitorToken,
    site: { name: site.name, accentColor: site.accentColor, welcomeMessage: site.welcomeMessage },
    ...(conversation && { conversation: toVisitorConversationJson(conversation) }),
  };
}
