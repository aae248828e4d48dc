import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ScheduledReplyResponse } from "#lib/desk/scheduled-replies/schema.ts";
import { BlockedAddressResponse } from "#lib/files/blocking/schema.ts";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { type ApiResponse, ask, type Call, readProblem, send } from "./api-client.ts";
import { addBulkChange } from "./bulk-changes.ts";
import {
  logIn,
  newApiKey,
  type newConversation,
  newEmail,
  newSavedReply,
  type Owner,
  openWidget,
  PASSWORD,
  reply,
  start,
} from "./factories.ts";
import { addFailedMail } from "./failed-mail.ts";
import { png } from "./files.ts";
import { claimsOf } from "./forged-token.ts";
import { newGreeting } from "./greetings.ts";
import { insertRows } from "./insert-rows.ts";
import { newLabel } from "./labels.ts";
import { sql, storedRows } from "./stored-rows.ts";
import { addMember } from "./team.ts";
import { newView } from "./views.ts";
import { newHook } from "./webhooks.ts";

/** A conversation on a site. Its owner may do everything there. */
export type Place = Awaited<ReturnType<typeof newConversation>>;

const LANGUAGE = "de";
const EXTERNAL_ID = "customer-7";

/** Whose objects a path names: a person's own keys, and one of everything else of a place. */
export type Whose = { place: Place; person?: Owner };

type Body = object | ((place: Place) => object | Promise<object>) | undefined;

/** Stores a delivery that no job changes. */
async function newDelivery(endpointId: string): Promise<string> {
  const [row] = await insertRows(sql, "webhook_deliveries", [
    { endpoint_id: endpointId, type: "message.created", status: "delivered" },
  ]);
  return String(row?.id);
}

type Named = { place: Place; person: Owner; known: Record<string, string> };

/**
 * What a parameter names: the id of a real object in someone's workspace, as otherwise a 404 could come from there being no
 * such object. A new parameter needs an entry. `known` has the objects that the parameters before it name.
 */
const OBJECTS: Record<string, (named: Named) => string | Promise<string>> = {
  keyId: async ({ person }) => (await newApiKey(person)).key.id,
  sessionId: async ({ person }) => String(claimsOf((await logIn(person)).token).sid),
  memberId: async ({ place }) => (await newColleague(place)).user.id,
  memberKeyId: async ({ place }) => (await newApiKey(await newColleague(place))).key.id,
  invitationId: async ({ place: { owner, site } }) => {
    const call = { token: owner.token, body: { email: newEmail(), role: "agent", siteIds: [site.id] } };
    return (await ask(NewInvitationResponse, 201, "POST", "/invitations", call)).invitation.id;
  },
  channelId: async ({ person }) => {
    const [row] = await insertRows(sql, "channels", [{ user_id: person.user.id, kind: "ntfy" }]);
    return String(row?.id);
  },
  passkeyId: async ({ person }) => {
    const [row] = await insertRows(sql, "passkeys", [{ user_id: person.user.id, credential_id: randomBytes(16) }]);
    return String(row?.id);
  },
  siteId: ({ place }) => place.site.id,
  visitorId: ({ place }) => place.visitor.visitorId,
  conversationId: ({ place }) => place.id,
  addressId: async ({ place: { owner, site } }) => {
    const call = { token: owner.token, body: newAddress() };
    return (await ask(BlockedAddressResponse, 201, "POST", `/sites/${site.id}/blocking/addresses`, call)).address.id;
  },
  greetingId: async ({ place: { owner, site } }) => (await newGreeting(owner, site)).id,
  labelId: async ({ place }) => (await newLabel(place.owner)).id,
  savedReplyId: async ({ person }) => (await newSavedReply(person, { personal: true })).id,
  viewId: async ({ person, place: { site } }) => (await newView(person, { filter: { siteId: site.id } })).id,
  bulkChangeId: ({ place: { site }, person }) => addBulkChange(sql, site.id, { user_id: person.user.id }),
  scheduledReplyId: async ({ place, person }) => {
    const body = { message: "Good morning", sendAt: inAnHour() };
    const path = `/conversations/${place.id}/scheduled-replies`;
    return (await ask(ScheduledReplyResponse, 201, "POST", path, { token: person.token, body })).scheduledReply.id;
  },
  endpointId: async ({ place: { owner, site } }) => (await newHook(owner, site, "http://127.0.0.1:9")).hook.id,
  deliveryId: ({ place: { site }, known: { endpointId } }) =>
    endpointId ? newDelivery(endpointId) : addFailedMail(site.id),
  language: () => LANGUAGE,
  externalId: () => EXTERNAL_ID,
  messageId: async ({ place: { owner, site }, person, known: { conversationId } }) => {
    if (conversationId) return (await reply(person, conversationId, "Yes")).id;
    const call = { token: owner.token, body: { message: "Is it there?" } };
    return (await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, call)).message.id;
  },
};

/** Adds an agent to a place's workspace who has its site only. */
async function newColleague({ site }: Place): Promise<Owner> {
  const [row] = await sql("SELECT workspace_id AS id FROM sites WHERE id = $1", [site.id]);
  return addMember(String(row?.id), { siteIds: [site.id] });
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return { address: `2001:db8:${addresses.toString(16)}::/48` };
};

/** The routes about a card's secret need one. */
async function withCard({ owner, site }: Place): Promise<object> {
  await send("PUT", `/sites/${site.id}/card`, { token: owner.token, body: { url: "http://127.0.0.1:9/card" } });
  return {};
}

export const parametersOf = (path: string) => [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);

/** The ids in a path, each of a real object. */
export async function idsOf(path: string, { place, person = place.owner }: Whose): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const name of parametersOf(path)) {
    const object = OBJECTS[name];
    if (!object) throw new Error(`It isn't known what [${name}] in ${path} names: add it to OBJECTS in this file`);
    known[name] = await object({ place, person, known });
  }
  return known;
}

/*
 * Every route below app/ is in this table or in those of tenant-isolation.test.ts, so that a new one can't be forgotten. The
 * bodies are what the least role may send; HIGHER has what needs more.
 */
export const WITH_ID: Record<string, Body> = {
  "PATCH /members/[memberId]": { role: "agent" },
  "GET /members/[memberId]/removal": undefined,
  "DELETE /members/[memberId]": undefined,
  "DELETE /workspace/keys/[memberKeyId]": undefined,
  "POST /invitations/[invitationId]/resend": undefined,
  "POST /invitations/[invitationId]/link": undefined,
  "DELETE /invitations/[invitationId]": undefined,
  "DELETE /account/keys/[keyId]": undefined,
  "PATCH /account/channels/[channelId]": { name: "Mine now" },
  "DELETE /account/channels/[channelId]": undefined,
  "DELETE /account/sessions/[sessionId]": undefined,
  "DELETE /account/passkeys/[passkeyId]": { currentPassword: PASSWORD },
  "GET /sites/[siteId]": undefined,
  "PATCH /sites/[siteId]": { name: "Mine now" },
  "DELETE /sites/[siteId]": undefined,
  "PUT /sites/[siteId]/logo": undefined,
  "DELETE /sites/[siteId]/logo": undefined,
  "GET /sites/[siteId]/identity-secret": undefined,
  "POST /sites/[siteId]/identity-secret": {},
  "DELETE /sites/[siteId]/identity-secret": undefined,
  "DELETE /sites/[siteId]/identity-secret/previous": undefined,
  "GET /sites/[siteId]/card": undefined,
  "PUT /sites/[siteId]/card": { url: "https://shop.example.com/card" },
  "DELETE /sites/[siteId]/card": undefined,
  "POST /sites/[siteId]/card/secret": withCard,
  "POST /sites/[siteId]/card/test": withCard,
  "PUT /sites/[siteId]/people/[externalId]/attributes": { attributes: { plan: "mine" } },
  "GET /sites/[siteId]/escalation": undefined,
  "GET /sites/[siteId]/auto-close": undefined,
  "PATCH /sites/[siteId]/escalation": { minutes: 7 },
  "GET /sites/[siteId]/report": undefined,
  "GET /sites/[siteId]/hours": undefined,
  "PUT /sites/[siteId]/hours": { timeZone: "Europe/Berlin", windows: [] },
  "DELETE /sites/[siteId]/hours": undefined,
  "POST /sites/[siteId]/hours/preview": { timeZone: "Europe/Berlin", windows: [] },
  "GET /sites/[siteId]/greetings": undefined,
  "POST /sites/[siteId]/greetings": () => ({ name: `hello-${randomUUID().slice(0, 8)}`, text: "Hello" }),
  "GET /sites/[siteId]/greetings/[greetingId]": undefined,
  "PATCH /sites/[siteId]/greetings/[greetingId]": { text: "Mine now" },
  "DELETE /sites/[siteId]/greetings/[greetingId]": undefined,
  "GET /sites/[siteId]/words": undefined,
  "PUT /sites/[siteId]/words/[language]": { welcomeMessage: "Mine now" },
  "DELETE /sites/[siteId]/words/[language]": undefined,
  "GET /sites/[siteId]/mail": undefined,
  "PATCH /sites/[siteId]/mail": { alerts: false },
  "GET /sites/[siteId]/blocking": undefined,
  "PATCH /sites/[siteId]/blocking": { words: ["mine"], asksProof: false },
  "POST /sites/[siteId]/blocking/addresses": newAddress,
  "DELETE /sites/[siteId]/blocking/addresses/[addressId]": undefined,
  "GET /sites/[siteId]/webhooks": undefined,
  "POST /sites/[siteId]/webhooks": { url: "https://hooks.example.com" },
  "GET /sites/[siteId]/webhooks/[endpointId]": undefined,
  "PATCH /sites/[siteId]/webhooks/[endpointId]": { stopped: true },
  "DELETE /sites/[siteId]/webhooks/[endpointId]": undefined,
  "POST /sites/[siteId]/webhooks/[endpointId]/secret": {},
  "POST /sites/[siteId]/webhooks/[endpointId]/test": undefined,
  "GET /sites/[siteId]/webhooks/[endpointId]/deliveries": undefined,
  "POST /sites/[siteId]/webhooks/[endpointId]/deliveries/replay": { since: "2026-01-01T00:00:00Z" },
  "GET /sites/[siteId]/webhooks/[endpointId]/deliveries/[deliveryId]": undefined,
  "POST /sites/[siteId]/webhooks/[endpointId]/deliveries/[deliveryId]/replay": undefined,
  "POST /sites/[siteId]/test-message": { message: "Hi" },
  "GET /sites/[siteId]/test-message/[messageId]": undefined,
  "PATCH /saved-replies/[savedReplyId]": () => ({ name: `Mine ${randomUUID()}`.slice(0, 40) }),
  "DELETE /saved-replies/[savedReplyId]": undefined,
  "PATCH /views/[viewId]": () => ({ name: `Mine ${randomUUID()}`.slice(0, 40) }),
  "DELETE /views/[viewId]": undefined,
  "POST /deliveries/[deliveryId]/retry": undefined,
  "GET /sites/[siteId]/export": undefined,
  "DELETE /visitors/[visitorId]": undefined,
  "GET /people/[visitorId]": undefined,
  "PATCH /people/[visitorId]": { about: "Mine now" },
  "POST /people/[visitorId]/merge": async ({ site }) => {
    const visitor = await openWidget(site);
    await start(visitor, "Hello");
    return { into: visitor.visitorId };
  },
  "POST /people/[visitorId]/unmerge": async ({ owner, site, visitor }) => {
    const other = await openWidget(site);
    await start(other, "Hello");
    const call = { token: owner.token, body: { into: other.visitorId } };
    await send("POST", `/people/${visitor.visitorId}/merge`, call);
    return {};
  },
  "GET /people/[visitorId]/conversations": undefined,
  "PUT /visitors/[visitorId]/attributes": { attributes: { plan: "mine" } },
  "GET /visitors/[visitorId]/export": undefined,
  "PATCH /labels/[labelId]": { name: "Mine now" },
  "POST /labels/[labelId]/merge": async ({ owner }) => ({ into: (await newLabel(owner)).id }),
  "DELETE /labels/[labelId]": undefined,
  "GET /conversations/bulk/[bulkChangeId]": undefined,
  "POST /conversations/bulk/[bulkChangeId]/undo": undefined,
  "GET /conversations/[conversationId]": undefined,
  "PATCH /conversations/[conversationId]": {
    status: "closed",
    unread: true,
    starred: true,
    spam: true,
  },
  "POST /account/channels/[channelId]/test": undefined,
  "GET /conversations/[conversationId]/notifications": undefined,
  "GET /conversations/[conversationId]/messages": undefined,
  "DELETE /conversations/[conversationId]": undefined,
  "POST /conversations/[conversationId]/messages": { message: "Hi" },
  "DELETE /conversations/[conversationId]/messages/[messageId]": undefined,
  "GET /conversations/[conversationId]/scheduled-replies": undefined,
  "POST /conversations/[conversationId]/scheduled-replies": { message: "Hi", holdSeconds: 30 },
  "PATCH /conversations/[conversationId]/scheduled-replies/[scheduledReplyId]": { sendAt: inAnHour() },
  "DELETE /conversations/[conversationId]/scheduled-replies/[scheduledReplyId]": undefined,
  "POST /conversations/[conversationId]/scheduled-replies/[scheduledReplyId]/send": undefined,
  "GET /conversations/[conversationId]/read": undefined,
  "POST /conversations/[conversationId]/read": {},
  "GET /conversations/[conversationId]/events": undefined,
  "GET /conversations/[conversationId]/notes": undefined,
  "POST /conversations/[conversationId]/notes": { note: "Hi" },
  "POST /conversations/[conversationId]/notes/typing": undefined,
  "GET /conversations/[conversationId]/drafts": undefined,
  "PUT /conversations/[conversationId]/drafts": { kind: "reply", body: "Hi", version: 0 },
  "GET /conversations/[conversationId]/presence": undefined,
  "POST /conversations/[conversationId]/presence": {},
  "POST /conversations/[conversationId]/typing": undefined,
  "GET /conversations/[conversationId]/visitor": undefined,
  "GET /conversations/[conversationId]/card": undefined,
  "GET /public/conversations/[conversationId]/messages": undefined,
  "POST /public/conversations/[conversationId]/messages": { message: "Hi", name: "Eve" },
  "GET /public/conversations/[conversationId]/read": undefined,
  "POST /public/conversations/[conversationId]/read": { seq: 1 },
  "GET /public/conversations/[conversationId]/transcript": undefined,
  "POST /public/conversations/[conversationId]/typing": undefined,
  "POST /public/conversations/[conversationId]/visit": { pageUrl: "https://fjord.example/" },
};

/** The bodies of routes that name no object in their path. */
export const WITHOUT_ID_BODIES: Record<string, Body> = {
  "POST /account/keys": { name: "Report", scope: "read" },
  "POST /sites": { name: "Another shop" },
  "PATCH /account/membership": { available: true },
  "PATCH /workspace": { claimsOnReply: true },
  "PATCH /workspace/security": { currentPassword: PASSWORD, activityDays: 90 },
  "DELETE /workspace": ({ site }) => ({ currentPassword: PASSWORD, name: site.name }),
  "POST /workspace/ownership-offer": async (place) => ({
    currentPassword: PASSWORD,
    memberId: (await newColleague(place)).user.id,
  }),
  "POST /workspace/ownership-offer/accept": { currentPassword: PASSWORD },
  "POST /invitations": ({ site }) => ({ email: newEmail(), role: "agent", siteIds: [site.id] }),
  "POST /saved-replies": () => ({ name: `Mine ${randomUUID()}`.slice(0, 40), body: "Hi", personal: true }),
  "POST /views": () => ({ name: `Mine ${randomUUID()}`.slice(0, 40), filter: {} }),
  "POST /conversations/bulk": ({ id }) => ({ change: { starred: true }, conversationIds: [id] }),
  "POST /labels": () => ({ name: `Label ${randomUUID()}`.slice(0, 30) }),
};

/** What needs a higher role than the route itself, by the condition in docs/roles.md: bodies, and objects in the path. */
type Higher = { body?: Body; ids?: (place: Place) => Promise<Record<string, string>> };
export const HIGHER: Record<string, Record<string, Higher[]>> = {
  "PATCH /sites/[siteId]/mail": { "`visitorAnswers` is given": [{ body: { visitorAnswers: false } }] },
  "PATCH /conversations/[conversationId]": {
    "`visitorBlocked` or `addressBlocked` is given": [
      { body: { visitorBlocked: true } },
      { body: { addressBlocked: true } },
    ],
  },
  "PATCH /people/[visitorId]": { "`blocked` is given": [{ body: { blocked: true } }] },
  "POST /saved-replies": {
    "it's shared": [{ body: () => ({ name: `Ours ${randomUUID()}`.slice(0, 40), body: "Hi", personal: false }) }],
  },
  "PATCH /saved-replies/[savedReplyId]": {
    "it's shared, or will be": [{ body: { personal: false } }, { body: { body: "Hello" }, ids: sharedReply }],
  },
  "DELETE /saved-replies/[savedReplyId]": { "it's shared": [{ ids: sharedReply }] },
  "POST /views": {
    "it's shared": [{ body: () => ({ name: `Ours ${randomUUID()}`.slice(0, 40), filter: {}, personal: false }) }],
  },
  "PATCH /views/[viewId]": {
    "it's shared, or will be": [{ body: { personal: false } }, { body: { filter: {} }, ids: sharedView }],
  },
  "DELETE /views/[viewId]": { "it's shared": [{ ids: sharedView }] },
  "GET /conversations/[conversationId]/messages/[messageId]/original": {
    "a visitor sent it": [{ ids: mailedMessage }],
  },
  "DELETE /conversations/[conversationId]/messages/[messageId]": {
    "you didn't send it": [{ ids: visitorsMessage }],
  },
};

/** The visitor's message, as if it had come by an email that's no longer kept. */
async function mailedMessage({ id }: Place) {
  const [row] = await sql(
    `INSERT INTO message_mails (message_id, belief, left_out)
     SELECT id, 'claimed', '[]' FROM messages WHERE conversation_id = $1 AND sender_type = 'visitor' LIMIT 1
     ON CONFLICT (message_id) DO UPDATE SET belief = 'claimed' RETURNING message_id AS "messageId"`,
    [id],
  );
  return { messageId: String(row?.messageId) };
}

async function visitorsMessage({ id }: Place) {
  const [row] = await sql("SELECT id FROM messages WHERE conversation_id = $1 AND sender_type = 'visitor' LIMIT 1", [
    id,
  ]);
  return { messageId: String(row?.id) };
}

async function sharedReply({ owner }: Place) {
  return { savedReplyId: (await newSavedReply(owner)).id };
}

async function sharedView({ owner }: Place) {
  return { viewId: (await newView(owner, { personal: false })).id };
}

/** Sends a route's request for objects. A `[parameter]` without an id in `ids` stays as it is. */
export async function request(name: string, ids: Record<string, string>, call: Call): Promise<ApiResponse> {
  const [method = "", path = ""] = name.split(" ");
  return send(
    method,
    path.replaceAll(/\[(\w+)\]/g, (_, parameter) => ids[parameter] ?? ""),
    TAKES_A_PICTURE.has(name) ? { ...call, raw: png() } : call,
  );
}

// Their body isn't JSON.
const TAKES_A_PICTURE = new Set(["PUT /sites/[siteId]/logo"]);

/** Makes the body of a request at a place, or none. */
export async function bodyAt(place: Place, ...bodies: Body[]): Promise<{ body?: object }> {
  const given = bodies.filter((body) => body !== undefined);
  const made = await Promise.all(given.map((body) => (typeof body === "function" ? body(place) : body)));
  return made.length > 0 ? { body: Object.assign({}, ...made) } : {};
}

/** What the least role may send to a route. */
export const leastBody = (name: string): Body => WITH_ID[name] ?? WITHOUT_ID_BODIES[name];

/** All that a route can be sent, with what needs a higher role. */
const wholeBody = (name: string): Body[] => [
  leastBody(name),
  ...Object.values(HIGHER[name] ?? {}).flatMap((cases) => cases.map(({ body }) => body)),
];

/** What a caller can see of a response, except its request id and the time. */
export function visible({ status, headers, text }: ApiResponse) {
  const { requestId: _, ...problem } = JSON.parse(text);
  const seen = Object.fromEntries([...headers].filter(([name]) => name !== "x-request-id" && name !== "date"));
  return { status, seen, problem, length: text.length };
}

/** Parameters that name nothing of anyone's. */
const OF_NO_ONE: Record<string, string> = { language: LANGUAGE, externalId: EXTERNAL_ID };

export const unknownIds = (path: string): Record<string, string> =>
  Object.fromEntries(parametersOf(path).map((name) => [name, OF_NO_ONE[name] ?? randomUUID()]));

export type Caller = { place: Place; token: string };

/**
 * Calls a route with someone else's objects, and expects what it returns for unknown ones. If a path has several parameters,
 * the first ones also name objects of the caller, so that each parameter is checked on its own.
 */
export async function expectNotFound(name: string, callers: Caller[], foreign: Caller): Promise<void> {
  const [, path = ""] = name.split(" ");
  // What a body names is made for it, before anything is compared.
  const callerOf = async ({ place, token }: Caller) => {
    const body = await bodyAt(place, ...wholeBody(name));
    return (ids: Record<string, string>) =>
      request(name, ids, { token, ...body, headers: { "Idempotency-Key": "mine" } });
  };
  const theirs = await idsOf(path, foreign);
  const names = Object.keys(theirs).filter((name) => OF_NO_ONE[name] === undefined);
  for (const caller of callers) {
    const own = names.length > 1 ? await idsOf(path, caller) : {};
    const requestAs = await callerOf(caller);
    const before = await storedRows(foreign.place.owner);
    for (const at of names.keys()) {
      const mine = Object.fromEntries(names.slice(0, at).map((parameter) => [parameter, own[parameter] ?? ""]));
      const response = await requestAs({ ...theirs, ...mine });
      readProblem(response, "not_found");
      expect(visible(response)).toEqual(visible(await requestAs({ ...unknownIds(path), ...mine })));
    }
    expect(await storedRows(foreign.place.owner)).toEqual(before);
  }
  const asTheirs = await callerOf(foreign);
  expect((await asTheirs(theirs)).status, "to the one whose objects they are").toBeLessThan(300);
}
