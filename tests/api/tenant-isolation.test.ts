import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { routePaths } from "../../server/api-router.ts";
import { type ApiResponse, type Call, readProblem, send } from "../support/api-client.ts";
import { newApiKey, newConversation, openWidget, start } from "../support/factories.ts";
import { addFailedMail } from "../support/failed-mail.ts";
import { claimsOf } from "../support/forged-token.ts";
import { storedRows } from "../support/stored-rows.ts";

type Foreign = Awaited<ReturnType<typeof newConversation>>;

/*
 * Every route below app/ is in one of these tables, so that a new one can't be forgotten. The tests below ask each
 * route with an id in its path for someone else's, and for one that nobody has.
 */
const WITH_ID: Record<string, { ids: (foreign: Foreign) => string | Promise<string>; body?: object }> = {
  "DELETE /account/keys/[keyId]": { ids: async ({ owner }) => (await newApiKey(owner)).key.id },
  "DELETE /account/sessions/[sessionId]": { ids: ({ owner }) => String(claimsOf(owner.token).sid) },
  "GET /sites/[siteId]": { ids: ({ site }) => site.id },
  "PATCH /sites/[siteId]": { ids: ({ site }) => site.id, body: { name: "Mine now" } },
  "DELETE /sites/[siteId]": { ids: ({ site }) => site.id },
  "GET /sites/[siteId]/identity-secret": { ids: ({ site }) => site.id },
  "POST /sites/[siteId]/identity-secret": { ids: ({ site }) => site.id, body: {} },
  "DELETE /sites/[siteId]/identity-secret": { ids: ({ site }) => site.id },
  "DELETE /sites/[siteId]/identity-secret/previous": { ids: ({ site }) => site.id },
  "GET /sites/[siteId]/mail": { ids: ({ site }) => site.id },
  "PATCH /sites/[siteId]/mail": { ids: ({ site }) => site.id, body: { alerts: false, visitorAnswers: false } },
  "GET /mail/unsubscribe/[token]": { ids: ({ site }) => site.id },
  "POST /mail/unsubscribe/[token]": { ids: ({ site }) => site.id },
  "GET /sites/[siteId]/blocking": { ids: ({ site }) => site.id },
  "PATCH /sites/[siteId]/blocking": { ids: ({ site }) => site.id, body: { words: ["mine"], asksProof: false } },
  "POST /sites/[siteId]/blocking/addresses": { ids: ({ site }) => site.id, body: { address: "203.0.113.7" } },
  "DELETE /sites/[siteId]/blocking/addresses/[addressId]": { ids: ({ site }) => site.id },
  // With another owner's webhooks and deliveries: sites.webhooks.test.ts.
  "GET /sites/[siteId]/webhooks": { ids: ({ site }) => site.id },
  "POST /sites/[siteId]/webhooks": { ids: ({ site }) => site.id, body: { url: "https://hooks.example.com" } },
  "GET /sites/[siteId]/webhooks/[endpointId]": { ids: ({ site }) => site.id },
  "PATCH /sites/[siteId]/webhooks/[endpointId]": { ids: ({ site }) => site.id, body: { stopped: true } },
  "DELETE /sites/[siteId]/webhooks/[endpointId]": { ids: ({ site }) => site.id },
  "POST /sites/[siteId]/webhooks/[endpointId]/secret": { ids: ({ site }) => site.id, body: {} },
  "POST /sites/[siteId]/webhooks/[endpointId]/test": { ids: ({ site }) => site.id },
  "GET /sites/[siteId]/webhooks/[endpointId]/deliveries": { ids: ({ site }) => site.id },
  "GET /sites/[siteId]/webhooks/[endpointId]/deliveries/[deliveryId]": { ids: ({ site }) => site.id },
  "POST /sites/[siteId]/webhooks/[endpointId]/deliveries/[deliveryId]/replay": { ids: ({ site }) => site.id },
  "POST /sites/[siteId]/test-message": { ids: ({ site }) => site.id, body: { message: "Hi" } },
  "GET /sites/[siteId]/test-message/[messageId]": { ids: ({ site }) => site.id },
  "POST /deliveries/[deliveryId]/retry": { ids: ({ site }) => addFailedMail(site.id) },
  "GET /sites/[siteId]/export": { ids: ({ site }) => site.id },
  "DELETE /visitors/[visitorId]": { ids: ({ visitor }) => visitor.visitorId },
  "GET /visitors/[visitorId]/export": { ids: ({ visitor }) => visitor.visitorId },
  "GET /conversations/[conversationId]": { ids: ({ id }) => id },
  "PATCH /conversations/[conversationId]": {
    ids: ({ id }) => id,
    body: { status: "closed", unread: true, spam: true, visitorBlocked: true, addressBlocked: true },
  },
  "GET /conversations/[conversationId]/messages": { ids: ({ id }) => id },
  "DELETE /conversations/[conversationId]": { ids: ({ id }) => id },
  "POST /conversations/[conversationId]/messages": { ids: ({ id }) => id, body: { message: "Hi" } },
  "GET /conversations/[conversationId]/read": { ids: ({ id }) => id },
  "POST /conversations/[conversationId]/read": { ids: ({ id }) => id, body: {} },
  "POST /conversations/[conversationId]/typing": { ids: ({ id }) => id },
  "GET /public/conversations/[conversationId]/messages": { ids: ({ id }) => id },
  "POST /public/conversations/[conversationId]/messages": { ids: ({ id }) => id, body: { message: "Hi", name: "Eve" } },
  "GET /public/conversations/[conversationId]/read": { ids: ({ id }) => id },
  "POST /public/conversations/[conversationId]/read": { ids: ({ id }) => id, body: { seq: 1 } },
  "POST /public/conversations/[conversationId]/typing": { ids: ({ id }) => id },
};

const WITHOUT_ID: Record<string, string> = {
  "GET /account": "speaks of the token's own user",
  "PATCH /account": "changes the token's own user",
  "DELETE /account": "erases the token's own user: account.erase.test.ts",
  "POST /account/password": "changes the token's own user: account.password.test.ts",
  "GET /account/sessions": "lists the token's own user's sessions: account.sessions.test.ts",
  "DELETE /account/sessions": "ends the token's own user's sessions: account.sessions.test.ts",
  "GET /account/keys": "lists the token's own user's keys: account.keys.test.ts",
  "POST /account/keys": "creates a key of the token's own user: account.keys.test.ts",
  "GET /account/mail": "speaks of the token's own user: mail.account.test.ts",
  "PATCH /account/mail": "changes the token's own user: mail.alerts.test.ts",
  "POST /account/presence": "changes the token's own user: mail.alerts.test.ts",
  "POST /account/confirmation": "mails the token's own user: mail.account.test.ts",
  "POST /auth/forgot-password": "takes no token: mail.account.test.ts",
  "POST /auth/reset-password": "takes no token but its own: mail.account.test.ts",
  "POST /auth/confirm-email": "takes no token but its own: mail.account.test.ts",
  "POST /public/continue": "takes no token but its own: mail.replies.test.ts",
  "POST /auth/login": "takes no token",
  "POST /browser-errors": "takes no token and stores nothing: browser-errors.test.ts",
  "POST /auth/logout": "ends the token's own session",
  "POST /auth/register": "takes no token",
  "GET /sites": "lists the token's own sites: sites.test.ts",
  "POST /sites": "creates a site in the token's own workspace: sites.test.ts",
  "GET /conversations": "lists the token's own conversations, and none for a foreign siteId: conversations.test.ts",
  "GET /conversations/unread": "counts the token's own conversations: unread-counts.test.ts",
  "GET /deliveries/failed": "lists the token's own workspace's: deliveries.test.ts",
  "GET /events": "streams the token's own workspace: events.test.ts",
  "GET /public/events": "streams the token's own visitor: public.events.test.ts",
  "POST /public/widget-session": "takes no token",
  "GET /public/conversations": "lists the visitor's own conversations: public.conversations.test.ts",
  "POST /public/conversations": "writes for the token's own visitor: public.conversations.test.ts",
};

// Documents and scripts that are the same for everybody.
const NO_API = new Set(["/widget.js", "/widget/dialog.js", "/widget/frame", "/widget/[file]", "/openapi.json"]);

const paths = routePaths()
  .map(({ segments }) => `/${segments.join("/")}`)
  .filter((path) => !NO_API.has(path));

async function methodsOf(path: string): Promise<string[]> {
  const response = await send("OPTIONS", path.replaceAll(/\[\w+\]/g, randomUUID()));
  return (response.headers.get("allow") ?? "")
    .split(", ")
    .filter((method) => method !== "HEAD" && method !== "OPTIONS");
}

test("every route and method is in the tables above", async () => {
  const served = await Promise.all(
    paths.map(async (path) => (await methodsOf(path)).map((method) => `${method} ${path}`)),
  );
  const known = new Set([...Object.keys(WITH_ID), ...Object.keys(WITHOUT_ID)]);
  for (const one of served.flat()) {
    expect(known.has(one), `${one} is not covered: add it to WITH_ID or WITHOUT_ID in this file`).toBe(true);
    expect(one in WITH_ID, `${one} is in the wrong table`).toBe(one.includes("["));
    known.delete(one);
  }
  expect([...known], "routes in the tables that are no longer served").toEqual([]);
});

/** What a caller can see of a response, except its request id and the time. */
function visible({ status, headers, text }: ApiResponse) {
  const { requestId: _, ...problem } = JSON.parse(text);
  const seen = Object.fromEntries([...headers].filter(([name]) => name !== "x-request-id" && name !== "date"));
  return { status, seen, problem, length: text.length };
}

async function expectNotFound(name: string, token: string, foreign: Foreign): Promise<void> {
  const [method = "", path = ""] = name.split(" ");
  const { ids, body } = WITH_ID[name] ?? {};
  const call: Call = { token, ...(body && { body }), headers: { "Idempotency-Key": "mine" } };
  const ask = (id: string) => send(method, path.replaceAll(/\[\w+\]/g, id), call);
  const foreignId = (await ids?.(foreign)) ?? "";
  const before = await storedRows(foreign.owner);
  const response = await ask(foreignId);
  readProblem(response, "not_found");
  expect(visible(response)).toEqual(visible(await ask(randomUUID())));
  expect(await storedRows(foreign.owner)).toEqual(before);
}

for (const name of Object.keys(WITH_ID)) {
  const isVisitors = name.includes("/public/");

  test(`${name} treats another owner's id like an unknown one, and changes nothing (A10, A14)`, async () => {
    const [own, foreign] = [await newConversation(), await newConversation()];
    await expectNotFound(name, isVisitors ? own.visitor.token : own.owner.token, foreign);
  });

  if (!isVisitors) continue;

  test(`${name} treats another visitor of the same site the same way (A9)`, async () => {
    const foreign = await newConversation();
    const silent = await openWidget(foreign.site);
    await expectNotFound(name, silent.token, foreign);
    const writing = await openWidget(foreign.site);
    await start(writing, "Hello");
    await expectNotFound(name, writing.token, foreign);
  });
}
