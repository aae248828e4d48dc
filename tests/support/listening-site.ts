import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { ask } from "./api-client.ts";
import { newEmail, PASSWORD } from "./factories.ts";

/** An owner, a site and a webhook on a service of the test's own, and how a visitor writes there. */
export async function listeningSiteAt(baseUrl: string, url: string) {
  const post = { baseUrl };
  const account = { email: newEmail(), password: PASSWORD };
  const { token } = await ask(SessionResponse, 201, "POST", "/auth/register", { ...post, body: account });
  const { site } = await ask(SiteResponse, 201, "POST", "/sites", { ...post, token, body: { name: "Shop" } });
  const body = { url, events: ["message.created"] };
  const { secret } = await ask(NewEndpointResponse, 201, "POST", `/sites/${site.id}/webhooks`, {
    ...post,
    token,
    body,
  });
  const session = { ...post, body: { siteKey: site.publicKey } };
  const visitor = await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", session);
  const write = (message: string) =>
    ask(StartConversationResponse, 201, "POST", "/public/conversations", {
      ...post,
      token: visitor.token,
      body: { message },
    });
  return { secret, write, token };
}
