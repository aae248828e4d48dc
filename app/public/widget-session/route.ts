import { admitVisitor } from "#gate/visitor-of-site.ts";
import { inLanguage } from "#lib/sites/words/site-in-language.system.ts";
import { findWidgetSite, openWidgetSession } from "#lib/widget/widget-sessions/open-widget-session.ts";
import { WidgetSessionBody, WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { addressHits, publicKeyKey } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: endpoint({
      caller: "anyone",
      summary: "Open a widget session",
      description:
        "Issues or renews the token that a visitor's browser sends messages with. Without `visitorToken` it's a new visitor. An anonymous visitor isn't stored until they send a message; one with a `visitorHash` is stored immediately.",
      errors: ["not_found", "origin_not_allowed", "visitor_mismatch", "not_accepted"],
      body: WidgetSessionBody,
      response: WidgetSessionResponse,
      status: 201,
      limits: ({ body, clientAddress }) => [
        { rule: "site", key: publicKeyKey(body.siteKey) },
        ...addressHits("site-address", clientAddress, publicKeyKey(body.siteKey)),
      ],
      handler: async ({ body, request, clientAddress }) => {
        const site = await findWidgetSite(body.siteKey, request.headers.get("origin"), clientAddress);
        const { language } = body;
        const { scope, ...known } = await admitVisitor(site, body);
        return openWidgetSession(scope, await inLanguage(site, language), { ...known, language });
      },
    }),
  },
  { cors: "any-origin" },
);
