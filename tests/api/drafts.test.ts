import { expect, test } from "@playwright/test";
import { EXPIRED_ROWS } from "#lib/data/cleanup/expired-rows.system.ts";
import { type DraftJson, DraftListResponse, DraftResponse } from "#lib/desk/drafts/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  deleteConversation,
  newApiKey,
  newConversation,
  type Owner,
  openWidget,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const pathOf = (id: string) => `/conversations/${id}/drafts`;

const draftsOf = async ({ token }: Pick<Owner, "token">, id: string): Promise<DraftJson[]> =>
  (await ask(DraftListResponse, 200, "GET", pathOf(id), { token })).drafts;

const store = async ({ token }: Pick<Owner, "token">, id: string, body: object): Promise<DraftJson> =>
  (await ask(DraftResponse, 200, "PUT", pathOf(id), { token, body: { kind: "reply", ...body } })).draft;

async function teamConversation() {
  const team = await newTeam();
  const [site] = team.sites;
  if (!site) throw new Error("the team has sites");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { ...team, site, visitor, id };
}

test("a draft of a reply and one of a note are stored, replaced and removed, byte for byte", async () => {
  const { owner, id } = await newConversation();
  expect(await draftsOf(owner, id)).toEqual([]);
  const body = "Hi  Grace,\r\n\n  ❤️ {{?order number}} ";
  const first = await store(owner, id, { body, version: 0 });
  expect(first).toMatchObject({ kind: "reply", body, version: expect.any(Number) });
  const note = await store(owner, id, { kind: "note", body: " ", version: 0 });
  expect(await draftsOf(owner, id)).toEqual([note, first]);

  const second = await store(owner, id, { body: "Hi", other: "Hello", version: first.version });
  expect(second).toMatchObject({ body: "Hi", other: "Hello" });
  expect(second.version).toBeGreaterThan(first.version);
  expect(await store(owner, id, { body: "", version: second.version })).toEqual({
    kind: "reply",
    body: "",
    version: 0,
  });
  expect(await draftsOf(owner, id)).toEqual([note]);
});

test("a draft that isn't the named version is a conflict, also after it was removed, and the stored one stays", async () => {
  const { owner, id } = await newConversation();
  const { token } = owner;
  const first = await store(owner, id, { body: "From the phone", version: 0 });
  const late = (version: number) => ({ token, body: { kind: "reply", body: "From the laptop", version } });
  await refuse("conflict", "PUT", pathOf(id), late(0));
  await refuse("conflict", "PUT", pathOf(id), late(first.version - 1));
  expect(await draftsOf(owner, id)).toEqual([first]);

  await store(owner, id, { body: "", version: first.version });
  await refuse("conflict", "PUT", pathOf(id), late(first.version));
  expect(await draftsOf(owner, id)).toEqual([]);
  const again = await store(owner, id, { body: "From the phone", version: 0 });
  expect(again.version).toBeGreaterThan(first.version);
});

test("the same draft again returns the stored one, so that a lost response is no conflict", async () => {
  const { owner, id } = await newConversation();
  const first = await store(owner, id, { body: "Hi", version: 0 });
  expect(await store(owner, id, { body: "Hi", version: 0 })).toEqual(first);
  await store(owner, id, { body: "", version: first.version });
  expect(await store(owner, id, { body: "", version: first.version })).toMatchObject({ body: "", version: 0 });
});

test("of twenty devices that replace the same version at once, one does", async () => {
  const { owner, id } = await newConversation();
  const put = (body: string, version: number) =>
    send("PUT", pathOf(id), { token: owner.token, body: { kind: "reply", body, version } });
  const race = async (version: number) => {
    const texts = Array.from({ length: 20 }, (_, at) => `Device ${at} after ${version}`);
    const responses = await Promise.all(texts.map((text) => put(text, version)));
    const won = texts.filter((_, at) => responses[at]?.status === 200);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const [stored] = await draftsOf(owner, id);
    expect(won).toEqual([stored?.body]);
    return stored?.version ?? 0;
  };
  await race(await race(0));
});

test("no one else gets a draft: a colleague has their own, and events go to its person's streams without the text", async () => {
  const { owner, admin, visitor, id } = await teamConversation();
  await using own = await ownerStream(owner);
  await using theirs = await ownerStream(admin);
  await using visitors = await visitorStream(visitor);
  const mark = "quetzal-draft";
  const draft = await store(owner, id, { body: mark, version: 0 });
  expect(await own.next("draft.updated")).toEqual({ conversationId: id, kind: "reply", version: draft.version });
  expect(await draftsOf(admin, id)).toEqual([]);
  const other = await store(admin, id, { kind: "note", body: "Mine", version: 0 });
  expect(await theirs.next("draft.updated")).toMatchObject({ version: other.version });
  expect(await draftsOf(owner, id)).toEqual([draft]);

  // What comes after them, on all streams.
  await reply(admin, id, "Thanks");
  await sendMessage(visitor, id, "You're welcome");
  await visitors.next("message.created", ({ message }) => message.seq === 3);
  await theirs.next("message.created", ({ message }) => message.seq === 3);
  const received = [...theirs.received, ...visitors.received];
  expect(received.filter(({ name }) => name === "draft.updated")).toHaveLength(1);
  expect(JSON.stringify([own.received, received])).not.toContain(mark);
});

test("drafts are the session's: API keys, visitors, and members without the site don't get them", async () => {
  const { owner, agent, sites, visitor, id } = await teamConversation();
  const { secret } = await newApiKey(owner, "manage");
  const body = { kind: "reply", body: "Hi", version: 0 };
  await refuse("insufficient_scope", "GET", pathOf(id), { token: secret });
  await refuse("insufficient_scope", "PUT", pathOf(id), { token: secret, body });
  await refuse("unauthenticated", "GET", pathOf(id), { token: visitor.token });
  const hidden = sites[1];
  if (!hidden) throw new Error("the team has two sites");
  const { conversationId: other } = await start(await openWidget(hidden), "Hello");
  await refuse("not_found", "GET", pathOf(other), { token: agent.token });
  await refuse("not_found", "PUT", pathOf(other), { token: agent.token, body });

  // Losing the site hides what was written there.
  await store(agent, id, { body: "Mine", version: 0 });
  await sql("UPDATE members SET site_ids = $2 WHERE user_id = $1", [agent.user.id, [hidden.id]]);
  await refuse("not_found", "GET", pathOf(id), { token: agent.token });
});

test("drafts end with their conversation, with their person's membership, and after 30 days", async () => {
  const { owner, admin, agent, visitor, id } = await teamConversation();
  const marked = async () => (await sql("SELECT FROM drafts WHERE conversation_id = $1", [id])).length;
  const write = (person: Owner, conversationId = id) =>
    store(person, conversationId, { body: "quetzal-end", version: 0 });
  await write(agent);
  await askNothing("DELETE", `/members/${agent.user.id}`, { token: owner.token });
  expect(await marked()).toBe(0);

  await write(admin);
  await sql("UPDATE drafts SET updated_at = now() - interval '29 days' WHERE body = 'quetzal-end'");
  provideSettings();
  const cleanUp = async () => {
    for (const { what, delete: run } of EXPIRED_ROWS) if (what.startsWith("drafts")) await run();
  };
  await cleanUp();
  expect(await marked()).toBe(1);
  await sql("UPDATE drafts SET updated_at = now() - interval '31 days' WHERE body = 'quetzal-end'");
  await cleanUp();
  expect(await marked()).toBe(0);

  await write(owner);
  const exported = await send("GET", `/visitors/${visitor.visitorId}/export`, { token: owner.token });
  expect(exported.text).not.toContain("quetzal-end");
  await deleteConversation(owner, id);
  expect(await marked()).toBe(0);
  const body = { kind: "reply", body: "Hi", version: 0 };
  await refuse("not_found", "PUT", pathOf(id), { token: owner.token, body });
});

test("a draft that can't be stored is refused with its field, and a longer one than a message isn't", async () => {
  const { owner, id } = await newConversation();
  const { token } = owner;
  const wrong = (body: object) =>
    refuseFields(Object.keys(body), "PUT", pathOf(id), {
      token,
      body: { kind: "reply", body: "Hi", version: 0, ...body },
    });
  await wrong({ body: "a".repeat(10_001) });
  await wrong({ body: "a\0b" });
  await wrong({ other: "\ud800" });
  await wrong({ kind: "letter" });
  await wrong({ version: -1 });
  await wrong({ version: 1.5 });
  const long = "😀".repeat(10_000);
  expect((await store(owner, id, { body: long, version: 0 })).body).toBe(long);
});
