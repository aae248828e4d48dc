import { expect, test } from "@playwright/test";
import { type EventJson, EventListResponse } from "#lib/desk/conversation-events/schema.ts";
import { ask, refuse } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  conversation,
  newOwner,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

async function teamConversation() {
  const team = await newTeam();
  const [site] = team.sites;
  if (!site) throw new Error("the team has two sites");
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  for (const [person, name] of [
    [team.owner, "Mara"],
    [team.agent, "Ben"],
  ] as const) {
    await sql("UPDATE users SET name = $2 WHERE id = $1", [person.user.id, name]);
  }
  return { ...team, site, visitor, id };
}

const path = (id: string) => `/conversations/${id}/events`;
const eventsOf = async ({ token }: Owner, id: string) =>
  (await ask(EventListResponse, 200, "GET", path(id), { token })).events;
const said = ({ kind, via, actorName, targetName, afterSeq }: EventJson) => [
  kind,
  via,
  actorName,
  targetName,
  afterSeq,
];

test("each change of a conversation is one event, with the names of then and the message before it", async () => {
  const { owner, agent, visitor, id } = await teamConversation();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await patchConversation(owner, id, { assignee: agent.user.id });
  await patchConversation(owner, id, { assignee: agent.user.id });
  await patchConversation(agent, id, { snooze: { until } });
  await sendMessage(visitor, id, "Still there?");
  await patchConversation(agent, id, { status: "closed" });
  await patchConversation(agent, id, { status: "closed", starred: true });
  await sendMessage(visitor, id, "One more thing");
  await patchConversation(agent, id, { assignee: null });
  await patchConversation(owner, id, { spam: true });
  await sql("UPDATE users SET name = 'Someone else' WHERE id = ANY ($1)", [[owner.user.id, agent.user.id]]);
  await patchConversation(owner, id, { spam: false });
  const events = await eventsOf(owner, id);
  expect(events.map(said)).toEqual([
    ["assigned", "session", "Mara", "Ben", 1],
    ["snoozed", "session", "Ben", undefined, 1],
    ["woken", "visitor", undefined, undefined, 1],
    ["closed", "session", "Ben", undefined, 2],
    ["reopened", "visitor", undefined, undefined, 2],
    ["unassigned", "session", "Ben", "Ben", 3],
    ["spam", "session", "Mara", undefined, 3],
    ["not_spam", "session", "Someone else", undefined, 3],
  ]);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(events[1]).toMatchObject({ until });
  expect(await conversation(agent, id)).toMatchObject({ eventSeq: 8 });
});

test("a reply that closes or reopens has its event after or before the reply", async () => {
  const { agent, id } = await teamConversation();
  await ask(EventListResponse, 200, "GET", path(id), { token: agent.token });
  await patchConversation(agent, id, { assignee: agent.user.id });
  await patchConversation(agent, id, { status: "closed" });
  await reply(agent, id, "One more thing");
  expect((await eventsOf(agent, id)).map(said)).toEqual([
    ["assigned", "session", "Ben", "Ben", 1],
    ["closed", "session", "Ben", undefined, 1],
    ["reopened", "session", "Ben", undefined, 1],
  ]);
});

test("events are paged, and only the conversation's team reads them", async () => {
  const { owner, agent, site, visitor, id } = await teamConversation();
  for (const status of ["closed", "open", "closed"]) await patchConversation(owner, id, { status });
  const page = async (query: string) => {
    const { events, hasMore } = await ask(EventListResponse, 200, "GET", path(id) + query, { token: owner.token });
    return [events.map(({ seq }) => seq), hasMore];
  };
  expect(await page("?limit=2")).toEqual([[2, 3], true]);
  expect(await page("?before=2")).toEqual([[1], false]);
  expect(await page("?after=1&limit=1")).toEqual([[2], true]);
  await refuse("not_found", "GET", path(id), { token: (await newOwner()).token });
  await refuse("unauthenticated", "GET", path(id), { token: visitor.token });
  await sql("UPDATE members SET site_ids = '{}' WHERE user_id = $1", [agent.user.id]);
  await refuse("not_found", "GET", path(id), { token: agent.token });
  expect(site.id).toBeTruthy();
});

test("an event reaches the team's streams with the conversation, and no visitor's", async () => {
  const { owner, agent, visitor, id } = await teamConversation();
  await using team = await ownerStream(agent);
  await using theirs = await visitorStream(visitor);
  await patchConversation(owner, id, { assignee: agent.user.id });
  await team.next("conversation.updated", (event) => "conversation" in event && event.conversation.eventSeq === 1);
  await patchConversation(owner, id, { status: "closed" });
  const closed = await theirs.next("conversation.updated");
  expect(theirs.names()).toEqual(["ready", "conversation.updated"]);
  expect(JSON.stringify(closed)).not.toContain("eventSeq");
  expect(JSON.stringify(closed)).not.toContain("forYou");
});

test("a conversation's events go with it, and someone who loses access is said to have had it", async () => {
  const { owner, agent, visitor, id } = await teamConversation();
  await patchConversation(owner, id, { assignee: agent.user.id });
  await ask(EventListResponse, 200, "GET", path(id), { token: owner.token });
  await patchConversation(owner, id, { status: "closed" });
  await sql("UPDATE members SET standing = 'removed' WHERE user_id = $1", [agent.user.id]);
  await sendMessage(visitor, id, "Back again");
  expect((await eventsOf(owner, id)).slice(2).map(said)).toEqual([
    ["reopened", "visitor", undefined, undefined, 1],
    ["unassigned", "service", undefined, "Ben", 1],
  ]);
  await ask(EventListResponse, 200, "GET", path(id), { token: owner.token });
  await sql("DELETE FROM conversations WHERE id = $1", [id]);
  expect(await sql("SELECT seq FROM conversation_events WHERE conversation_id = $1", [id])).toEqual([]);
});
