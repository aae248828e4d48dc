import { toVisitorConversationJson } from "#lib/conversations/json.ts";
import { findReturnedVisitor } from "#lib/conversations/queries.ts";
import type { WidgetSessionResponse } from "#lib/conversations/schema.ts";
import { originAllowed } from "#lib/sites/domain.ts";
import { findSiteForCaller, type PublicSite } from "#lib/sites/site-by-key.system.ts";
import { refuseUnknownVisitor } from "#lib/visitors/refuse-unknown.ts";
import type { WidgetSessionBody } from "#lib/visitors/schema.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { visitorOfSite } from "./visitor-of-site.ts";
import { signVisitorToken, signWidgetToken } from "./widget-token.ts";

/**
 * Opens a visitor's session on a site (contract.md section 4). An unverified visitor's row is created with their first
 * message, a verified one's here. `origin` is the request's, null for none. Throws `not_found` for an unknown key,
 * `origin_not_allowed`, `not_accepted` for a blocked visitor or address, or `visitor_mismatch`.
 */
export async function openWidgetSession(
  input: WidgetSessionBody,
  origin: string | null,
  clientAddress: string | null = null,
): Promise<WidgetSessionResponse> {
  const site = await findSiteForCaller(input.siteKey, clientAddress);
  if (!site) throw new AppError("not_found");
  if (!originAllowed(site.domain, origin, env().BASE_URL)) {
    throw new AppError("origin_not_allowed");
  }
  if (!site.isOpen) throw new AppError("not_accepted");
  const { scope, conversation } = await admitVisitor(site, input);
  const [{ token, expiresAt }, visitorToken] = await Promise.all([signWidgetToken(scope), signVisitorToken(scope)]);
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    visitorId: scope.visitorId,
    visitorToken,
    site: {
      name: site.name,
      accentColor: site.accentColor,
      welcomeMessage: site.welcomeMessage,
      emailReplies: isMailOn() && site.emailsVisitors,
    },
    ...(conversation && { conversation: toVisitorConversationJson(conversation) }),
  };
}

// An erased visitor's token is ignored like any invalid one.
async function admitVisitor(site: PublicSite, input: WidgetSessionBody) {
  const { scope, isKnown } = await visitorOfSite(site, input);
  const returned = isKnown ? await findReturnedVisitor(scope) : { openConversation: null };
  if (returned) {
    // A blocked visitor has no conversation to find.
    if (isKnown && !returned.openConversation) await refuseUnknownVisitor(scope);
    return { scope, conversation: returned.openConversation };
  }
  const { visitorToken: _, ...claim } = input;
  return { scope: (await visitorOfSite(site, claim)).scope, conversation: null };
}
