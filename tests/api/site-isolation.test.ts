import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { currentApiDocument } from "../../server/documents/api-document.ts";
import { ask, askNothing, send } from "../support/api-client.ts";
import { operationsOf } from "../support/api-document.ts";
import { addBulkChange } from "../support/bulk-changes.ts";
import { registerDevice } from "../support/devices.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  deleteConversation,
  deleteSite,
  markRead,
  newApiKey,
  newSavedReply,
  newSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { addFailedMail } from "../support/failed-mail.ts";
import { greetingsOf, newGreeting } from "../support/greetings.ts";
import { insertRows } from "../support/insert-rows.ts";
import { newLabel } from "../support/labels.ts";
import { newSubscription } from "../support/push-subscription.ts";
import { expectNotFound, type Place, parametersOf, request, WITH_ID } from "../support/route-objects.ts";
import { rowsBelongingTo, sql } from "../support/stored-rows.ts";
import { addMember, newTeam, type Team } from "../support/team.ts";
import { newView, viewsOf } from "../support/views.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { newHook, patchHook } from "../support/webhooks.ts";

/*
 * What members with chosen sites can learn about another site of their workspace: nothing.
 */

type Label = Awaited<ReturnType<typeof newLabel>>;

const siteOf = ({ sites }: Team, at: number): SiteJson => {
  const site = sites[at];
  if (!site) throw new Error(`the team has no site ${at}`);
  return site;
};

async function placeOn({ owner }: Team, site: SiteJson): Promise<Place> {
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { owner, site, visitor, id };
}

/** A team whose agent and limited admin have the first site. */
async function newLimitedTeam(sites: number) {
  const team = await newTeam({ sites });
  return { ...team, limited: { agent: team.agent, admin: team.limitedAdmin } };
}

// A workspace's labels belong to no site, and everyone in it sees them.
const IS_OF_NO_SITE = /^\w+ \/labels\//;

for (const name of Object.keys(WITH_ID).filter((one) => !one.includes("/public/") && !IS_OF_NO_SITE.test(one))) {
  test(`${name} treats what's on another site like an unknown id, for an agent and an admin, and changes nothing`, async () => {
    const team = await newLimitedTeam(2);
    const [own, foreign] = [await placeOn(team, siteOf(team, 0)), await placeOn(team, siteOf(team, 1))];
    const callers = Object.values(team.limited).map(({ token }) => ({ place: own, token }));
    await expectNotFound(name, callers, { place: foreign, token: team.owner.token });
  });
}

const newHash = () => `\\x${randomBytes(32).toString("hex")}`;

/** Creates one of everything on a site, with `word` in each text. Twice, it differs only in ids and times. */
async function fill({ owner }: Team, site: SiteJson, label: Label, word: string) {
  const { token } = owner;
  const page = `https://shop.example/${word}`;
  const about = (name: string) => ({ name: `${name} ${word}`, email: `${name}-${word}@example.com`, pageUrl: page });
  await ask200("PATCH", `/sites/${site.id}`, token, {
    name: `Shop ${word}`,
    welcomeMessage: `Hi ${word}`,
    questions: [{ key: "order", label: `Order ${word}` }],
  });
  await ask200("PATCH", `/sites/${site.id}/blocking`, token, { words: [`bad${word}`] });
  await ask200("POST", `/sites/${site.id}/blocking/addresses`, token, { address: "203.0.113.9", label: word });
  await ask200("PATCH", `/sites/${site.id}/escalation`, token, { minutes: 7 });
  await ask200("PUT", `/sites/${site.id}/words/de`, token, { welcomeMessage: `Hallo ${word}` });
  const name = `hello-${(await greetingsOf(owner, site)).length}`;
  const greeting = await newGreeting(owner, site, { name, text: `Greeting ${word}` });
  const views = (await viewsOf(owner)).filter(({ filter }) => filter.siteId === site.id).length;
  await newView(owner, { name: `${site.id} ${views}`, filter: { siteId: site.id, q: word }, personal: false });
  const { hook } = await newHook(owner, site, `http://127.0.0.1:9/${word}`);
  // No job changes what's in its log.
  await patchHook(owner, hook, { stopped: true });
  const logged = { endpoint_id: hook.id, type: "message.created", reason: word };
  await insertRows(sql, "webhook_deliveries", [{ ...logged, status: "failed" }]);
  const visitor = await openWidget(site, { visitorId: `customer-${word}` });
  const { conversationId: id } = await start(visitor, `First ${word}`, about("Ada"));
  await reply(owner, id, `Reply ${word}`);
  await ask200("PUT", `/public/conversations/${id}/answers`, visitor.token, { answers: { order: `A ${word}` } });
  await ask200("PATCH", "/public/visitor", visitor.token, { phone: `030 1041 ${word}`.slice(0, 40) });
  await ask200("PUT", "/public/visitor/attributes", visitor.token, { attributes: { plan: `Page ${word}` } });
  await ask200("PUT", `/visitors/${visitor.visitorId}/attributes`, token, { attributes: { plan: `Plan ${word}` } });
  await ask200("PUT", `/sites/${site.id}/card`, token, { url: `http://127.0.0.1:9/card-${word}` });
  const sent = await sendMessage(visitor, id, `Thanks ${word}`);
  await ask200("POST", `/conversations/${id}/notes`, token, { note: `Note ${word}` });
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  await ask200("POST", `/conversations/${id}/scheduled-replies`, token, { message: `Later ${word}`, sendAt });
  await patchConversation(owner, id, { starred: true, labels: { add: [label.id] }, assignee: owner.user.id });
  const others = ["closed", "snoozed", "spam", "blocked", "read", "waiting"] as const;
  for (const state of others) {
    const other = await openWidget(site);
    const { conversationId } = await start(other, `${state} ${word}`, about(state));
    if (state === "closed") await patchConversation(owner, conversationId, { status: "closed" });
    if (state === "snoozed") await patchConversation(owner, conversationId, { snooze: { until: null } });
    if (state === "spam") await patchConversation(owner, conversationId, { spam: true });
    if (state === "blocked") await patchConversation(owner, conversationId, { visitorBlocked: true });
    if (state === "read") await markRead(owner, conversationId);
    if (state === "waiting")
      await ask200("POST", `/people/${other.visitorId}/merge`, token, { into: visitor.visitorId });
  }
  await ask200("PATCH", `/people/${visitor.visitorId}`, token, { about: `About ${word}` });
  const [delivered] = await insertRows(sql, "webhook_deliveries", [{ ...logged, status: "delivered" }]);
  await addFailedMail(site.id, `Refused: ${word}.`);
  const test = { token, body: { message: `Test ${word}` } };
  const { message } = await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, test);
  await insertRows(sql, "reply_addresses", [{ conversation_id: id, address_hash: newHash(), email_hash: newHash() }]);
  const [received] = await insertRows(sql, "received_mails", [
    { conversation_id: id, status: "stored", place_hash: newHash(), from_address: `ada-${word}@example.com` },
  ]);
  const mailed = { message_id: sent.id, received_id: received?.id, quoted: `Quoted ${word}`, belief: "other" };
  await insertRows(sql, "message_mails", [mailed]);
  const ids: Record<string, string> = {
    siteId: site.id,
    externalId: `customer-${word}`,
    visitorId: visitor.visitorId,
    conversationId: id,
    endpointId: hook.id,
    greetingId: greeting.id,
    deliveryId: String(delivered?.id),
    messageId: message.id,
    bulkChangeId: await addBulkChange(sql, site.id),
  };
  return { visitor, id, ids };
}

/** Adds a person with all of a team's sites, and one with the first and a key, whose id it returns. */
async function addColleagues({ workspaceId, sites }: Team): Promise<string> {
  const siteIds = sites.map(({ id }) => id);
  await addMember(workspaceId, { siteIds });
  const near = await addMember(workspaceId, { siteIds: siteIds.slice(0, 1) });
  await newApiKey(near);
  return near.user.id;
}

async function ask200(method: string, path: string, token: string, body: object): Promise<void> {
  const response = await send(method, path, { token, body });
  expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300);
}

/** The ids of everything that belongs to a site. */
async function idsOfSite(site: SiteJson, shared: string[]): Promise<string[]> {
  const rows = Object.values(await rowsBelongingTo("sites", site.id)).flat();
  const ids = rows.flatMap((row) => [row.id, row.site_id, row.visitor_id, row.conversation_id, row.message_id]);
  return [...new Set(ids.filter((id): id is string => typeof id === "string" && !shared.includes(id)))];
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
// A message is planned at some moment, and says so until then.
const PLANNED = /"next":\{"at":"time","what":"send"\},/g;
const RANDOM = /"(nextCursor|publicKey|hint|cursor)":"[^"]*"/g;

/** A response's text without what's random in it. Ids are numbered as they come. */
function normalized(text: string): string {
  const numbers = new Map<string, string>();
  return text
    .replaceAll(UUID, (id) => {
      const number = numbers.get(id) ?? `id${numbers.size}`;
      numbers.set(id, number);
      return number;
    })
    .replaceAll(TIME, "time")
    .replaceAll(PLANNED, "")
    .replaceAll(RANDOM, '"$1":"random"');
}

const LISTS = [
  "limit=1",
  "status=open",
  "status=closed",
  "order=waiting",
  "starred=true",
  "spam=true",
  "snoozed=true",
  "snoozed=false",
  "waitingFor=1h",
  "language=de",
  "page=shop.example",
  "hasEmail=true",
  "q=Thanks",
];

const reads = operationsOf(await currentApiDocument())
  .filter(({ method, operation }) => method === "GET" && operation.security.some((one) => "userToken" in one))
  // Files are in files.test.ts, and what's for the service's operators in mail-status.test.ts.
  .filter(({ operation, path }) => !operation["x-events"] && !/^\/(?:files|status\/mail)\//.test(path))
  .map(({ path }) => `GET ${path.replaceAll("{", "[").replaceAll("}", "]")}`);

test("no GET of an agent or an admin with one site contains an id, a text or a count of another site", async () => {
  test.slow();
  expect(reads.length).toBeGreaterThan(30);
  const word = `quetzal${randomUUID().slice(0, 8)}`;
  // The second team has the same site 1, and no other.
  const [team, twin] = [await newLimitedTeam(2), await newLimitedTeam(1)];
  const worlds = await Promise.all(
    [team, twin].map(async (one) => {
      const label = await newLabel(one.owner, { name: "Refund" });
      await newSavedReply(one.owner, { name: "Refund" });
      if (one === team) await fill(one, siteOf(one, 1), label, word);
      const { ids } = await fill(one, siteOf(one, 0), label, "robin");
      if (one === team) await fill(one, siteOf(one, 1), label, word);
      ids.memberId = await addColleagues(one);
      return { ids, label };
    }),
  );
  const far = await addMember(team.workspaceId, { siteIds: [siteOf(team, 1).id] });
  const { key } = await newApiKey(far);
  const invited = { email: `${word}@example.com`, role: "agent", siteIds: [siteOf(team, 1).id] };
  await ask200("POST", "/invitations", team.owner.token, invited);
  const [own, same] = worlds;
  if (!own || !same) throw new Error("there are two worlds");
  const ofSite = await idsOfSite(siteOf(team, 1), [own.label.id, team.owner.user.id]);
  const foreign = [...ofSite, far.user.id, key.id];
  expect(foreign.length).toBeGreaterThan(30);

  const compare = async (name: string, query: (world: NonNullable<typeof own>) => string, who: "agent" | "admin") => {
    const unknown = parametersOf(name).filter((parameter) => !own.ids[parameter]);
    expect(unknown, `${name}: it isn't known what these name: add them to fill()`).toEqual([]);
    const texts = await Promise.all(
      [
        { world: own, caller: team.limited[who] },
        { world: same, caller: twin.limited[who] },
      ].map(({ world, caller }) => request(`${name}${query(world)}`, world.ids, { token: caller.token })),
    );
    const [mine, others] = texts;
    const about = `${who}: ${name}${query(own)}`;
    expect(mine?.text, about).not.toContain(word);
    for (const id of foreign) if (mine?.text.includes(id)) expect(mine.text, about).not.toContain(id);
    expect([mine?.status, normalized(mine?.text ?? "")], about).toEqual([
      others?.status,
      normalized(others?.text ?? ""),
    ]);
  };
  for (const who of ["agent", "admin"] as const) {
    for (const name of reads) await compare(name, () => "", who);
    for (const list of LISTS) await compare("GET /conversations", () => `?${list}`, who);
    await compare("GET /conversations", ({ label }) => `?labelId=${label.id}`, who);
    await compare("GET /conversations", () => `?q=${word}`, who);
    await compare("GET /people", () => `?q=${word}`, who);
    await compare("GET /people", () => "?order=firstSeen", who);
    await compare("GET /conversations", () => `?siteId=${siteOf(team, 1).id}`, who);
    await compare("GET /sites/[siteId]/export", () => "?format=csv", who);
  }
});

/** Everything that an owner and a visitor can do on a site, with `word` in each text. */
async function doEverything(team: Team, site: SiteJson, label: Label, word: string): Promise<void> {
  const { owner } = team;
  const { visitor, id } = await fill(team, site, label, word);
  const { token } = owner;
  await askNothing("POST", `/conversations/${id}/typing`, { token });
  await askNothing("POST", `/public/conversations/${id}/typing`, { token: visitor.token });
  await ask200("POST", `/public/conversations/${id}/read`, visitor.token, { seq: 2 });
  await ask200("POST", `/conversations/${id}/presence`, token, {});
  await ask200("PATCH", "/public/visitor", visitor.token, { name: `Eve ${word}` });
  const erased = await placeOn(team, site);
  await askNothing("DELETE", `/visitors/${erased.visitor.visitorId}`, { token });
  await deleteConversation(owner, id);
}

test("a stream of a member with one site has the same events as if there were no other site", async () => {
  const word = `quetzal${randomUUID().slice(0, 8)}`;
  const [team, twin] = [await newLimitedTeam(3), await newLimitedTeam(1)];
  for (const who of ["agent", "admin"] as const) {
    const seen = [];
    for (const one of [team, twin]) {
      const label = await newLabel(one.owner);
      const place = await placeOn(one, siteOf(one, 0));
      await using stream = await ownerStream(one.limited[who]);
      if (one === team) {
        await doEverything(team, siteOf(team, 1), label, word);
        await doEverything(team, siteOf(team, 2), label, word);
        if (who === "admin") await deleteSite(team.owner, siteOf(team, 2));
        await newSite(team.owner, { name: word });
      }
      const { id } = place;
      await reply(one.owner, id, "Hello");
      await stream.next("message.created", ({ message }) => message.conversationId === id);
      await markRead(one.owner, id);
      await patchConversation(one.owner, id, { status: "closed" });
      await stream.next(
        "conversation.updated",
        (data) => "conversation" in data && data.conversation.status === "closed",
      );
      const frames = stream.received.filter(({ name }) => name !== ":");
      expect(JSON.stringify(frames)).not.toContain(word);
      seen.push(normalized(JSON.stringify(frames)));
    }
    expect(seen[0], who).toBe(seen[1]);
  }
});

test("a member with one site gets no push message about another, and none is in the number on their icon", async () => {
  const team = await newLimitedTeam(2);
  const word = `quetzal${randomUUID().slice(0, 8)}`;
  await using receiver = await startReceiver((_, response) => response.writeHead(201).end());
  const people = { owner: team.owner, agent: team.agent, admin: team.limitedAdmin };
  const subscriptions = Object.entries(people).map(([name, person]) => {
    return { name, person, subscription: newSubscription(`${receiver.url}/${name}/${randomUUID()}`) };
  });
  for (const { person, subscription } of subscriptions) await registerDevice(person, subscription);
  for (const at of [1, 1, 0]) {
    await start(await openWidget(siteOf(team, at)), at === 1 ? word : "Hello", { name: at === 1 ? word : "Grace" });
  }
  const received = await receiver.receives(5);
  const texts = subscriptions.map(({ name, subscription }) => {
    const own = received.filter(({ path }) => path.startsWith(`/${name}/`));
    return [name, own.map(({ bytes }) => subscription.decrypt(bytes))] as const;
  });
  const { owner = [], ...limited } = Object.fromEntries(texts);
  expect(owner).toHaveLength(3);
  for (const [name, own] of Object.entries(limited)) {
    expect(own, name).toHaveLength(1);
    expect(own[0], name).not.toContain(word);
    expect(JSON.parse(own[0] ?? ""), name).toMatchObject({ app_badge: 1, notification: { body: "Hello" } });
  }
  const rows = await sql(
    `SELECT FROM notifications n JOIN conversations c ON c.id = n.conversation_id
     WHERE c.site_id = $1 AND n.user_id <> $2`,
    [siteOf(team, 1).id, team.owner.user.id],
  );
  expect(rows).toEqual([]);
});
