import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { BlockedAddressResponse } from "#lib/blocking/schema.ts";
import { MessageResponse } from "#lib/messages/schema.ts";
import { routePaths } from "../../server/api-router.ts";
import { type ApiResponse, ask, type Call, readProblem, send } from "../support/api-client.ts";
import { logIn, newApiKey, newConversation, newSavedReply, openWidget, start } from "../support/factories.ts";
import { addFailedMail } from "../support/failed-mail.ts";
import { claimsOf } from "../support/forged-token.ts";
import { insertRows } from "../support/insert-rows.ts";
import { newLabel } from "../support/labels.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newHook } from "../support/webhooks.ts";

type Place = Awaited<ReturnType<typeof newConversation>>;

/** Stores a delivery that no job changes. */
async function newDelivery(endpointId: string): Promise<string> {
  const [row] = await insertRows(sql, "webhook_deliveries", [
    { endpoint_id: endpointId, type: "message.created", status: "delivered" },
  ]);
  return String(row?.id);
}

/**
 * What a parameter names: the id of a real object in someone's workspace, as otherwise a 404 could come from there being no
 * such object. A new parameter needs an entry. `known` has the objects that the parameters before it name.
 */
const OBJECTS: Record<string, (place: Place, known: Record<string, string>) => string | Promise<string>> = {
  keyId: async ({ owner }) => (await newApiKey(owner)).key.id,
  sessionId: async ({ owner }) => String(claimsOf((await logIn(owner)).token).sid),
  channelId: async ({ owner }) => {
    const [row] = await insertRows(sql, "channels", [{ user_id: owner.user.id, kind: "ntfy" }]);
    return String(row?.id);
  },
  siteId: ({ site }) => site.id,
  visitorId: ({ visitor }) => visitor.visitorId,
  conversationId: ({ id }) => id,
  addressId: async ({ owner, site }) => {
    const call = { token: owner.token, body: { address: "203.0.113.9" } };
    return (await ask(BlockedAddressResponse, 201, "POST", `/sites/${site.id}/blocking/addresses`, call)).address.id;
  },
  labelId: async ({ owner }) => (await newLabel(owner)).id,
  savedReplyId: async ({ owner }) => (await newSavedReply(owner, { personal: true })).id,
  endpointId: async ({ owner, site }) => (await newHook(owner, site, "http://127.0.0.1:9")).hook.id,
  deliveryId: ({ site }, { endpointId }) => (endpointId ? newDelivery(endpointId) : addFailedMail(site.id)),
  messageId: async ({ owner, site }) => {
    const call = { token: owner.token, body: { message: "Is it there?" } };
    return (await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, call)).message.id;
  },
};

const parametersOf = (path: string) => [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);

/** The ids in a path, each of a real object of this place. */
async function idsOf(path: string, place: Place): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of parametersOf(path)) {
    const object = OBJECTS[name];
    if (!object) throw new Error(`It isn't known what [${name}] in ${path} names: add it to OBJECTS in this file`);
    ids[name] = await object(place, ids);
  }
  return ids;
}

/*
 * Every route below app/ is in one of these tables, so that a new one can't be forgotten. The tests below call each
 * route with an id in its path for someone else's objects, and for objects that no one has.
 */
const WITH_ID: Record<string, object | ((place: Place) => Promise<object>) | undefined> = {
  "DELETE /account/keys/[keyId]": undefined,
  "PATCH /account/channels/[channelId]": { name: "Mine now" },
  "DELETE /account/channels/[channelId]": undefined,
  "DELETE /account/sessions/[sessionId]": undefined,
  "GET /sites/[siteId]": undefined,
  "PATCH /sites/[siteId]": { name: "Mine now" },
  "DELETE /sites/[siteId]": undefined,
  "GET /sites/[siteId]/identity-secret": undefined,
  "POST /sites/[siteId]/identity-secret": {},
  "DELETE /sites/[siteId]/identity-secret": undefined,
  "DELETE /sites/[siteId]/identity-secret/previous": undefined,
  "GET /sites/[siteId]/escalation": undefined,
  "PATCH /sites/[siteId]/escalation": { minutes: 7 },
  "GET /sites/[siteId]/mail": undefined,
  "PATCH /sites/[siteId]/mail": { alerts: false, visitorAnswers: false },
  "GET /sites/[siteId]/blocking": undefined,
  "PATCH /sites/[siteId]/blocking": { words: ["mine"], asksProof: false },
  "POST /sites/[siteId]/blocking/addresses": { address: "203.0.113.7" },
  "DELETE /sites/[siteId]/blocking/addresses/[addressId]": undefined,
  "GET /sites/[siteId]/webhooks": undefined,
  "POST /sites/[siteId]/webhooks": { url: "https://hooks.example.com" },
  "GET /sites/[siteId]/webhooks/[endpointId]": undefined,
  "PATCH /sites/[siteId]/webhooks/[endpointId]": { stopped: true },
  "DELETE /sites/[siteId]/webhooks/[endpointId]": undefined,
  "POST /sites/[siteId]/webhooks/[endpointId]/secret": {},
  "POST /sites/[siteId]/webhooks/[endpointId]/test": undefined,
  "GET /sites/[siteId]/webhooks/[endpointId]/deliveries": undefined,
  "GET /sites/[siteId]/webhooks/[endpointId]/deliveries/[deliveryId]": undefined,
  "POST /sites/[siteId]/webhooks/[endpointId]/deliveries/[deliveryId]/replay": undefined,
  "POST /sites/[siteId]/test-message": { message: "Hi" },
  "GET /sites/[siteId]/test-message/[messageId]": undefined,
  "PATCH /saved-replies/[savedReplyId]": { name: "Mine now" },
  "DELETE /saved-replies/[savedReplyId]": undefined,
  "POST /deliveries/[deliveryId]/retry": undefined,
  "GET /sites/[siteId]/export": undefined,
  "DELETE /visitors/[visitorId]": undefined,
  "GET /visitors/[visitorId]/export": undefined,
  "PATCH /labels/[labelId]": { name: "Mine now" },
  "POST /labels/[labelId]/merge": async ({ owner }) => ({ into: (await newLabel(owner)).id }),
  "DELETE /labels/[labelId]": undefined,
  "GET /conversations/[conversationId]": undefined,
  "PATCH /conversations/[conversationId]": {
    status: "closed",
    unread: true,
    starred: true,
    spam: true,
    visitorBlocked: true,
    addressBlocked: true,
  },
  "POST /account/channels/[channelId]/test": undefined,
  "GET /conversations/[conversationId]/notifications": undefined,
  "GET /conversations/[conversationId]/messages": undefined,
  "DELETE /conversations/[conversationId]": undefined,
  "POST /conversations/[conversationId]/messages": { message: "Hi" },
  "GET /conversations/[conversationId]/read": undefined,
  "POST /conversations/[conversationId]/read": {},
  "POST /conversations/[conversationId]/presence": {},
  "POST /conversations/[conversationId]/typing": undefined,
  "GET /conversations/[conversationId]/visitor": undefined,
  "GET /public/conversations/[conversationId]/messages": undefined,
  "POST /public/conversations/[conversationId]/messages": { message: "Hi", name: "Eve" },
  "GET /public/conversations/[conversationId]/read": undefined,
  "POST /public/conversations/[conversationId]/read": { seq: 1 },
  "POST /public/conversations/[conversationId]/typing": undefined,
  "POST /public/conversations/[conversationId]/visit": { pageUrl: "https://fjord.example/" },
};

// What a link contains is proof enough, and names no object.
const WITH_PROOF: Record<string, string> = {
  "GET /mail/unsubscribe/[token]": "takes no token but the path's: mail.alerts.test.ts",
  "POST /mail/unsubscribe/[token]": "takes no token but the path's: mail.alerts.test.ts",
};

const WITHOUT_ID: Record<string, string> = {
  "GET /account": "speaks of the token's own user",
  "PATCH /account": "changes the token's own user",
  "DELETE /account": "erases the token's own user: account.erase.test.ts",
  "GET /account/checklist": "speaks of the token's own workspace: account.preferences.test.ts",
  "POST /account/password": "changes the token's own user: account.password.test.ts",
  "GET /account/sessions": "lists the token's own user's sessions: account.sessions.test.ts",
  "DELETE /account/sessions": "ends the token's own user's sessions: account.sessions.test.ts",
  "GET /account/keys": "lists the token's own user's keys: account.keys.test.ts",
  "POST /account/keys": "creates a key of the token's own user: account.keys.test.ts",
  "GET /account/channels": "lists the token's own user's channels: push.test.ts",
  "PUT /account/device": "registers a device of the token's own user: push.test.ts",
  "POST /account/telegram/code": "creates a code of the token's own user: telegram.test.ts",
  "GET /account/notifications": "speaks of the token's own user: notification-settings.test.ts",
  "PATCH /account/notifications": "changes the token's own user: notification-settings.test.ts",
  "POST /account/channels": "adds to the token's own user: channels.test.ts",
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
  "POST /notifications/receipts": "takes no token but a message's own receipt: push.test.ts",
  "POST /auth/logout": "ends the token's own session",
  "POST /auth/register": "takes no token",
  "GET /sites": "lists the token's own sites: sites.test.ts",
  "POST /sites": "creates a site in the token's own workspace: sites.test.ts",
  "GET /saved-replies": "lists the token's own workspace's: saved-replies.test.ts",
  "POST /saved-replies": "creates one in the token's own workspace: saved-replies.test.ts",
  "GET /conversations": "lists the token's own conversations, and none for a foreign siteId: conversations.test.ts",
  "GET /conversations/unread": "counts the token's own conversations: unread-counts.test.ts",
  "GET /conversations/waiting": "lists the token's own workspace: e2e/waiting.test.ts",
  "GET /conversations/counts": "counts the token's own conversations: conversations.counts.test.ts",
  "GET /labels": "lists the token's own workspace's labels: labels.test.ts",
  "POST /labels": "creates a label in the token's own workspace: labels.test.ts",
  "GET /deliveries/failed": "lists the token's own workspace's: deliveries.test.ts",
  "GET /events": "streams the token's own workspace: events.test.ts",
  "GET /public/events": "streams the token's own visitor: public.events.test.ts",
  "POST /public/widget-session": "takes no token",
  "PATCH /public/visitor": "changes the token's own visitor: public.visitor.test.ts",
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
  const known = new Set([WITH_ID, WITH_PROOF, WITHOUT_ID].flatMap(Object.keys));
  for (const one of served.flat()) {
    expect(known.has(one), `${one} is not covered: add it to WITH_ID or WITHOUT_ID in this file`).toBe(true);
    expect(one in WITH_ID || one in WITH_PROOF, `${one} is in the wrong table`).toBe(one.includes("["));
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

type Caller = { place: Place; token: string };

/**
 * Calls a route with someone else's objects, and expects what it returns for unknown ones. If a path has several parameters,
 * the first ones also name objects of the caller, so that each parameter is checked on its own.
 */
async function expectNotFound(name: string, caller: Caller, foreign: Caller): Promise<void> {
  const [method = "", path = ""] = name.split(" ");
  const declared = WITH_ID[name];
  const request = async (ids: Record<string, string>, { place, token }: Caller) => {
    const body = typeof declared === "function" ? await declared(place) : declared;
    const call: Call = { token, ...(body && { body }), headers: { "Idempotency-Key": "mine" } };
    return send(
      method,
      path.replaceAll(/\[(\w+)\]/g, (_, parameter) => ids[parameter] ?? ""),
      call,
    );
  };
  const theirs = await idsOf(path, foreign.place);
  const names = Object.keys(theirs);
  const own = names.length > 1 ? await idsOf(path, caller.place) : {};
  const before = await storedRows(foreign.place.owner);
  for (const at of names.keys()) {
    const mine = Object.fromEntries(names.slice(0, at).map((parameter) => [parameter, own[parameter] ?? ""]));
    const unknown = Object.fromEntries(names.map((parameter) => [parameter, randomUUID()]));
    const response = await request({ ...theirs, ...mine }, caller);
    readProblem(response, "not_found");
    expect(visible(response)).toEqual(visible(await request({ ...unknown, ...mine }, caller)));
  }
  expect(await storedRows(foreign.place.owner)).toEqual(before);
  expect((await request(theirs, foreign)).status, "to the one whose objects they are").toBeLessThan(300);
}

const ownerOf = (place: Place): Caller => ({ place, token: place.owner.token });
const visitorOf = (place: Place, { token } = place.visitor): Caller => ({ place, token });

for (const name of Object.keys(WITH_ID)) {
  const callerOf = name.includes("/public/") ? visitorOf : ownerOf;

  test(`${name} treats another owner's id like an unknown one, and changes nothing (A10, A14)`, async () => {
    const [own, foreign] = [await newConversation(), await newConversation()];
    await expectNotFound(name, callerOf(own), callerOf(foreign));
  });

  if (callerOf === ownerOf) continue;

  test(`${name} treats another visitor of the same site the same way (A9)`, async () => {
    const foreign = await newConversation();
    const silent = await openWidget(foreign.site);
    await expectNotFound(name, visitorOf(foreign, silent), visitorOf(foreign));
    const writing = await openWidget(foreign.site);
    await start(writing, "Hello");
    await expectNotFound(name, visitorOf(foreign, writing), visitorOf(foreign));
  });
}
