import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { EXPIRED_ROWS } from "#lib/data/cleanup/expired-rows.system.ts";
import { CountsResponse } from "#lib/desk/conversations/schema.ts";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { PresenceResponse } from "#lib/desk/presence/schema.ts";
import { closeDb } from "#platform/database/database.ts";
import { ask, askNothing, readProblem, refuse, refuseFields, send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  inbox,
  markRead,
  newApiKey,
  newConversation,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam, type Team } from "../support/team.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { deliveries, newHook } from "../support/webhooks.ts";

const idOf = ({ user }: Owner) => user.id;
const rename = (person: Owner, name: string) => sql("UPDATE users SET name = $2 WHERE id = $1", [idOf(person), name]);

/** A team, and a conversation on the site that all of them have. */
async function newTeamConversation() {
  const team = await newTeam();
  const { visitor, id } = await writeOn(team);
  return { ...team, visitor, id };
}

async function writeOn({ sites }: Team, at = 0) {
  const site = sites[at];
  if (!site) throw new Error("the team has fewer sites");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { visitor, id };
}

const assign = (by: Owner, id: string, body: object) =>
  send("PATCH", `/conversations/${id}`, { token: by.token, body });

// Files share a process, and the next one may use a database of its own.
test.afterAll(() => closeDb());

test("a conversation is assigned to a person with access to its site, and everyone sees it at once", async () => {
  const { owner, admin, agent, sites, id, workspaceId } = await newTeamConversation();
  const [site] = sites;
  if (!site) throw new Error("no site");
  await using receiver = await startReceiver();
  const { hook } = await newHook(owner, site, receiver.url, { events: ["conversation.assigned"] });
  await using stream = await ownerStream(admin);
  const before = await conversation(owner, id);
  expect(before).not.toHaveProperty("assigneeId");
  const assigned = await patchConversation(owner, id, { assignee: idOf(agent), ifAssignee: null });
  expect(assigned).toMatchObject({ assigneeId: idOf(agent) });
  expect(Date.parse(assigned.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  await stream.next("conversation.updated", (event) => "conversation" in event && "assigneeId" in event.conversation);
  expect(await patchConversation(owner, id, { assignee: idOf(agent), ifAssignee: null }), "again").toEqual(assigned);
  expect(await patchConversation(agent, id, { assignee: null, ifAssignee: idOf(agent) })).not.toHaveProperty(
    "assigneeId",
  );

  const about = { siteId: site.id, conversationId: id, visitorId: before.visitorId };
  expect((await deliveries(owner, hook)).map(({ type }) => type)).toEqual(Array(2).fill("conversation.assigned"));
  const data = await sql("SELECT data FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at", [hook.id]);
  expect(data.map((row) => row.data)).toEqual([
    { ...about, by: idOf(owner), assigneeId: idOf(agent) },
    { ...about, by: idOf(agent) },
  ]);
  const log = await sql(
    `SELECT actor_id AS actor, target_id AS target FROM activity
     WHERE workspace_id = $1 AND action = 'conversation.assigned' AND conversation_id = $2 AND site_id = $3 ORDER BY at`,
    [workspaceId, id, site.id],
  );
  expect(log).toEqual([
    { actor: idOf(owner), target: idOf(agent) },
    { actor: idOf(agent), target: null },
  ]);
});

test("someone without access to the site, or who's no member, gets no conversation", async () => {
  const team = await newTeamConversation();
  const { owner, agent, admin } = team;
  const { id } = await writeOn(team, 1);
  const foreign = await newConversation();
  await sql("UPDATE members SET standing = 'suspended' WHERE user_id = $1", [idOf(admin)]);
  for (const assignee of [idOf(agent), idOf(foreign.owner), idOf(admin), randomUUID()]) {
    const path = `/conversations/${id}`;
    const [message] = await refuseFields(["assignee"], "PATCH", path, {
      token: owner.token,
      body: { assignee, status: "closed" },
    });
    expect(message).toBe("must be a teammate with access to this site");
  }
  expect(await conversation(owner, id), "nothing else is changed either").toMatchObject({ status: "open" });
  await refuse("not_found", "PATCH", `/conversations/${id}`, { token: agent.token, body: { assignee: idOf(agent) } });
});

test("of two people who take a conversation at the same moment, one has it and the other sees who", {
  tag: ["@soak", "@all"],
}, async () => {
  const team = await newTeam({ sites: 1 });
  await rename(team.owner, "Ada");
  await rename(team.agent, "Bob");
  const people = new Map([
    [idOf(team.owner), "Ada"],
    [idOf(team.agent), "Bob"],
  ]);
  const { id } = await writeOn(team);
  for (let pair = 0; pair < atScale(100, 1_000); pair += 1) {
    const responses = await Promise.all(
      [team.owner, team.agent].map((person) => assign(person, id, { assignee: idOf(person), ifAssignee: null })),
    );
    const { assigneeId = "" } = await conversation(team.owner, id);
    const lost = responses.filter(({ status }) => status !== 200);
    expect(lost).toHaveLength(1);
    const [response] = lost;
    if (response) {
      readProblem(response, "already_assigned");
      expect(JSON.parse(response.text)).toMatchObject({ assignee: { id: assigneeId, name: people.get(assigneeId) } });
    }
    await patchConversation(team.owner, id, { assignee: null });
  }
});

const REMOVED = "UPDATE members SET standing = 'removed', role = 'agent', site_ids = '{}' WHERE user_id = $1";

test("taking a conversation and losing access to it wait for each other, so it never stays with someone who's gone", async () => {
  const { owner, agent, id } = await newTeamConversation();
  await using removal = await holdTransaction();
  await removal.run("SELECT FROM members WHERE user_id = $1 FOR UPDATE", [idOf(agent)]);
  const given = assign(owner, id, { assignee: idOf(agent) });
  await removal.untilWaitedFor();
  await removal.run(REMOVED, [idOf(agent)]);
  await removal.end("COMMIT");
  readProblem(await given, "invalid_request");

  const other = await newTeamConversation();
  await using giving = await holdTransaction();
  await giving.run("SELECT FROM members WHERE user_id = $1 FOR KEY SHARE", [idOf(other.agent)]);
  await giving.run("UPDATE conversations SET assignee_id = $2 WHERE id = $1", [other.id, idOf(other.agent)]);
  const removed = sql(
    `WITH gone AS MATERIALIZED (SELECT user_id FROM members WHERE user_id = $1 FOR UPDATE)
     SELECT user_id FROM gone`,
    [idOf(other.agent)],
  );
  await giving.untilWaitedFor();
  await giving.end("COMMIT");
  expect(await removed).toHaveLength(1);
});

test("the first reply takes a conversation that's no one's, and a later one changes nothing", async () => {
  const team = await newTeamConversation();
  const { owner, admin, agent, id, workspaceId, visitor } = team;
  await reply(agent, id, "Hello");
  expect(await conversation(owner, id)).toMatchObject({ assigneeId: idOf(agent), lastReplyBy: idOf(agent) });
  await sendMessage(visitor, id, "Thanks");
  await reply(admin, id, "You're welcome");
  expect(await conversation(owner, id)).toMatchObject({ assigneeId: idOf(agent), lastReplyBy: idOf(admin) });
  const log = await sql("SELECT via, actor_id AS actor FROM activity WHERE conversation_id = $1", [id]);
  expect(log).toEqual([{ via: "session", actor: idOf(agent) }]);

  const closing = await writeOn(team);
  const body = { message: "Done", close: true };
  await send("POST", `/conversations/${closing.id}/messages`, { token: admin.token, body });
  expect(await conversation(owner, closing.id)).toMatchObject({ status: "closed", assigneeId: idOf(admin) });

  await sql(REMOVED, [idOf(agent)]);
  expect(await conversation(owner, id), "who's gone has nothing").not.toHaveProperty("assigneeId");
  expect((await inbox(owner, "?assignee=none&status=open")).map((one) => one.id)).toContain(id);
  await reply(owner, id, "I take over");
  expect(await conversation(owner, id)).toMatchObject({ assigneeId: idOf(owner) });

  const byKey = await writeOn(team);
  const { secret } = await newApiKey(owner, "write");
  await send("POST", `/conversations/${byKey.id}/messages`, { token: secret, body: { message: "From a program" } });
  await sql("UPDATE workspaces SET claims_on_reply = false WHERE id = $1", [workspaceId]);
  const off = await writeOn(team);
  await reply(owner, off.id, "Hello");
  const solo = await newConversation();
  await reply(solo.owner, solo.id, "Hello");
  const own: [Owner, string][] = [
    [owner, byKey.id],
    [owner, off.id],
    [solo.owner, solo.id],
  ];
  for (const [reader, one] of own) expect(await conversation(reader, one)).not.toHaveProperty("assigneeId");
});

test("a conversation that reopens is unassigned if its assignee lost access while it was closed, even if they come back", async () => {
  const team = await newTeam();
  const { owner, admin, agent } = team;
  const { secret } = await newApiKey(owner, "write");
  type Written = Awaited<ReturnType<typeof writeOn>>;
  const ways: Record<string, (one: Written) => Promise<unknown>> = {
    "by its visitor's message": ({ visitor, id }) => sendMessage(visitor, id, "One more thing"),
    "by a person": ({ id }) => patchConversation(owner, id, { status: "open" }),
    "by a program's reply": ({ id }) =>
      send("POST", `/conversations/${id}/messages`, { token: secret, body: { message: "From a program" } }),
  };
  const closedBy = async (person: Owner) => {
    const written = await writeOn(team);
    await assign(owner, written.id, { assignee: idOf(person) });
    await patchConversation(owner, written.id, { status: "closed" });
    return written;
  };
  const written: [string, Written, Written][] = [];
  for (const way of Object.keys(ways)) written.push([way, await closedBy(agent), await closedBy(admin)]);
  await askNothing("DELETE", `/members/${idOf(agent)}`, { token: owner.token });
  for (const [way, gone, kept] of written) {
    await ways[way]?.(gone);
    await ways[way]?.(kept);
    expect(await conversation(owner, gone.id), way).not.toHaveProperty("assigneeId");
    expect(await conversation(owner, kept.id), way).toMatchObject({ status: "open", assigneeId: idOf(admin) });
  }
  // Not even in the row, which would be theirs again if they came back.
  expect(await sql("SELECT id FROM conversations WHERE assignee_id = $1", [idOf(agent)])).toEqual([]);
});

test("a reply that waits while its sender loses access isn't stored", async () => {
  const { owner, agent, id } = await newTeamConversation();
  await using removal = await holdTransaction();
  await removal.run("SELECT FROM members WHERE user_id = $1 FOR UPDATE", [idOf(agent)]);
  const sent = send("POST", `/conversations/${id}/messages`, { token: agent.token, body: { message: "Too late" } });
  await removal.untilWaitedFor();
  await removal.run(REMOVED, [idOf(agent)]);
  await removal.end("COMMIT");
  expect((await sent).status).toBe(404);
  expect(await conversation(owner, id)).toMatchObject({ lastSeq: 1 });
});

test("lists and counts are the caller's own, no one's or a person's", async () => {
  const team = await newTeam();
  const { owner, admin, agent } = team;
  const [mine, theirs, free, answered] = [
    await writeOn(team),
    await writeOn(team),
    await writeOn(team, 1),
    await writeOn(team),
  ];
  await patchConversation(owner, mine.id, { assignee: idOf(owner) });
  await patchConversation(owner, theirs.id, { assignee: idOf(agent) });
  await reply(owner, answered.id, "Hello");
  const ids = async (person: Owner, query: string) => (await inbox(person, query)).map(({ id }) => id);
  expect(await ids(owner, "?assignee=me&status=open")).toEqual([answered.id, mine.id]);
  expect(await ids(owner, "?assignee=me")).toEqual([answered.id, mine.id]);
  expect(await ids(owner, `?assignee=${idOf(agent)}&status=open`)).toEqual([theirs.id]);
  expect(await ids(agent, "?assignee=me&order=waiting")).toEqual([theirs.id]);
  expect(await ids(owner, "?assignee=none&order=waiting&status=open&snoozed=false")).toEqual([free.id]);
  expect(await ids(owner, "?assignee=none&q=hello")).toEqual([free.id]);
  expect(await ids(agent, "?assignee=none"), "not of a site they don't have").toEqual([]);
  await refuseFields(["assignee"], "GET", "/conversations?assignee=ada", { token: owner.token });

  const counts = async ({ token }: Owner) =>
    (await ask(CountsResponse, 200, "GET", "/conversations/counts", { token })).counts;
  expect(await counts(owner)).toMatchObject({ waiting: 3, mine: 1, unassigned: 1 });
  expect(await counts(agent)).toMatchObject({ waiting: 2, mine: 1, unassigned: 0 });
  expect(await counts(admin)).toMatchObject({ waiting: 3, mine: 0, unassigned: 1 });
  const solo = await counts((await newConversation()).owner);
  expect([solo.mine, solo.unassigned]).toEqual([undefined, undefined]);
});

test("while a visitor waits, their messages are unread for each person who hasn't seen them", async () => {
  const { owner, admin, agent, visitor, id } = await newTeamConversation();
  const unread = async (...people: Owner[]) =>
    Promise.all(people.map(async (person) => (await conversation(person, id)).unreadCount));
  await sendMessage(visitor, id, "Are you there?");
  expect(await unread(owner, admin, agent)).toEqual([2, 2, 2]);
  const before = await conversation(admin, id);
  await markRead(owner, id, { seq: 1 });
  expect(await unread(owner, admin, agent)).toEqual([1, 2, 2]);
  await markRead(owner, id);
  await markRead(agent, id);
  expect(await unread(owner, admin, agent)).toEqual([0, 2, 0]);
  expect(Date.parse((await conversation(agent, id)).updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  await sendMessage(visitor, id, "Hello?");
  expect(await unread(owner, admin, agent)).toEqual([1, 3, 1]);

  const counts = async ({ token }: Owner) =>
    (await ask(CountsResponse, 200, "GET", "/conversations/counts", { token })).counts;
  expect((await counts(admin)).unread).toEqual({ conversations: 1, messages: 3 });
  expect((await counts(agent)).unread).toEqual({ conversations: 1, messages: 1 });
  await reply(agent, id, "I'm here");
  expect(await unread(owner, admin, agent), "a reply ends it for everyone").toEqual([0, 0, 0]);
  expect((await counts(admin)).unread).toEqual({ conversations: 0, messages: 0 });

  const marked = await patchConversation(admin, id, { unread: true });
  expect(marked.unreadCount).toBe(1);
  expect(await unread(owner, admin, agent), "only for who marked it").toEqual([0, 1, 0]);
  expect((await counts(admin)).unread).toEqual({ conversations: 1, messages: 1 });
  await markRead(admin, id);
  expect(await unread(admin)).toEqual([0]);
});

test("streams show each person what's unread for them", async () => {
  const { owner, admin, visitor, id } = await newTeamConversation();
  await using ofOwner = await ownerStream(owner);
  await using ofAdmin = await ownerStream(admin);
  await markRead(owner, id);
  type Update = { conversation: { unreadCount: number } } | { id: string };
  const isListed = (unreadCount: number) => (event: Update) =>
    "conversation" in event && event.conversation.unreadCount === unreadCount;
  await ofOwner.next("conversation.updated", isListed(0));
  await ofAdmin.next("conversation.updated", isListed(1));
  await sendMessage(visitor, id, "Are you there?");
  await ofOwner.next("message.created", ({ conversation: { unreadCount } }) => unreadCount === 1);
  await ofAdmin.next("message.created", ({ conversation: { unreadCount } }) => unreadCount === 2);
  await markRead(admin, id);
  const shown = await ofAdmin.next("conversation.updated", isListed(0));
  expect(shown).toEqual({ conversation: await conversation(admin, id) });
  await markRead(owner, id);
  await patchConversation(owner, id, { unread: true });
  await ofOwner.next("conversation.updated", isListed(1));
});

test("someone who joins later finds unread what no one has read, not what others have", async () => {
  const team = await newTeamConversation();
  const { owner, agent, id } = team;
  const other = await writeOn(team);
  await markRead(owner, id);
  await sql("UPDATE members SET created_at = now() + interval '1 second' WHERE user_id = $1", [idOf(agent)]);
  expect(await conversation(agent, id)).toMatchObject({ unreadCount: 0 });
  expect(await conversation(agent, other.id)).toMatchObject({ unreadCount: 1 });
});

test("read positions of people are kept while they count", async () => {
  const team = await newTeamConversation();
  const { owner, agent, id } = team;
  provideSettings();
  const cleanUp = async () => {
    for (const step of EXPIRED_ROWS) if (/^read positions/.test(step.what)) await step.delete();
  };
  const positions = () => sql("SELECT user_id AS person FROM reads WHERE conversation_id = $1", [id]);
  await markRead(owner, id);
  await sql("UPDATE reads SET updated_at = now() - interval '31 days' WHERE conversation_id = $1", [id]);
  await cleanUp();
  expect(await positions(), "the visitor waits").toHaveLength(1);
  await reply(agent, id, "Hello");
  await cleanUp();
  expect(await positions()).toEqual([]);
});

test("a person's reports show who else has the conversation in view, and streams who comes, types and leaves", async () => {
  const { owner, admin, agent, id } = await newTeamConversation();
  const path = `/conversations/${id}/presence`;
  const report = ({ token }: Owner, body = {}) => ask(PresenceResponse, 200, "POST", path, { token, body });
  await using stream = await ownerStream(owner);
  expect(await report(agent)).toEqual({ people: [] });
  expect(await stream.next("presence")).toEqual({ conversationId: id, userId: idOf(agent), state: "looking" });
  expect((await report(admin)).people).toEqual([{ userId: idOf(agent), secondsAgo: expect.any(Number) }]);
  expect(await stream.next("presence")).toMatchObject({ userId: idOf(admin) });
  await report(agent);
  await send("POST", `/conversations/${id}/typing`, { token: agent.token });
  await stream.next("typing", ({ by, userId }) => by === "owner" && userId === idOf(agent));
  expect(
    stream.names().filter((name) => name === "presence"),
    "a renewal is no event",
  ).toHaveLength(2);
  await report(agent, { leaving: true });
  expect(await stream.next("presence")).toMatchObject({ userId: idOf(agent), state: "left" });
  const seen = () => ask(PresenceResponse, 200, "GET", path, { token: owner.token });
  expect((await seen()).people.map(({ userId }) => userId)).toEqual([idOf(admin)]);
  await sql("UPDATE presences SET seen_at = now() - interval '31 seconds' WHERE user_id = $1", [idOf(admin)]);
  expect(await seen()).toEqual({ people: [] });
});

test("a member without a name is called by their email, in replies and notes, until their account is erased", async () => {
  const { owner, agent, id } = await newTeamConversation();
  const called = { senderName: agent.email };
  expect(await reply(agent, id, "Hello")).toMatchObject(called);
  const read = async () =>
    (await ask(MessageListResponse, 200, "GET", `/conversations/${id}/messages`, owner)).messages;
  expect((await read()).at(-1)).toMatchObject(called);
  await sql(REMOVED, [idOf(agent)]);
  expect((await read()).at(-1), "it stays when they leave").toMatchObject(called);
  await sql("UPDATE users SET closed_at = now(), email = 'closed', email_key = id::text WHERE id = $1", [idOf(agent)]);
  expect((await read()).at(-1)).not.toHaveProperty("senderName");
});

test("a reply has its sender's name: to the team, and to visitors only if the site shows a person's", async () => {
  const { owner, agent, sites, visitor, id } = await newTeamConversation();
  const [site] = sites;
  await rename(agent, "Grace Hopper");
  await rename(owner, "Ada");
  await sql("UPDATE members SET visitor_name = 'Grace' WHERE user_id = $1", [idOf(agent)]);
  expect(await reply(agent, id, "Hello")).toMatchObject({ senderName: "Grace Hopper" });
  await reply(owner, id, "Hello from me too");
  const names = async (token: string, path: string) =>
    (await ask(MessageListResponse, 200, "GET", `${path}/${id}/messages`, { token })).messages.map(
      ({ senderName }) => senderName,
    );
  expect(await names(owner.token, "/conversations")).toEqual([undefined, "Grace Hopper", "Ada"]);
  expect(await names(visitor.token, "/public/conversations")).toEqual([undefined, undefined, undefined]);
  await sql("UPDATE sites SET reply_name = 'person' WHERE id = $1", [site?.id]);
  expect(await names(visitor.token, "/public/conversations")).toEqual([undefined, "Grace", "Ada"]);
  await sql(REMOVED, [idOf(agent)]);
  expect(await names(owner.token, "/conversations"), "it stays when they leave").toContain("Grace Hopper");
});
