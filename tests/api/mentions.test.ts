import { expect, test } from "@playwright/test";
import { CountsResponse } from "#lib/desk/conversations/schema.ts";
import { ask } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  inbox,
  markRead,
  type Owner,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { addNote } from "../support/notes.ts";
import { newTeam } from "../support/team.ts";

async function teamConversation() {
  const team = await newTeam();
  const [site] = team.sites;
  if (!site) throw new Error("the team has two sites");
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  for (const person of [team.owner, team.admin, team.agent]) await markRead(person, id);
  return { ...team, id };
}

const countsOf = async ({ token }: Owner) =>
  (await ask(CountsResponse, 200, "GET", "/conversations/counts", { token })).counts;
const mentionsOf = async (person: Owner) => (await inbox(person, "?mentioned=true")).map(({ id }) => id);

test("a mention is listed, counted and shown to the mentioned person alone, live, until they read it", async () => {
  const { owner, admin, agent, id } = await teamConversation();
  await using stream = await ownerStream(agent);
  await addNote(owner, id, "@Ben, *refund*\nher?", { mentions: [agent.user.id] });
  const forYou = { reason: "mention", by: owner.user.id, byName: owner.email, note: "@Ben, refund her?" };
  expect(await stream.next("note.created")).toMatchObject({ conversation: { unreadCount: 1, forYou } });
  expect(await conversation(agent, id)).toMatchObject({ forYou });
  expect(await mentionsOf(agent)).toEqual([id]);
  expect(await countsOf(agent)).toMatchObject({ mentions: 1, open: 1 });
  for (const other of [owner, admin]) {
    expect(await conversation(other, id)).not.toHaveProperty("forYou");
    expect(await mentionsOf(other)).toEqual([]);
    expect(await countsOf(other)).toMatchObject({ mentions: 0, open: 0 });
  }
  await markRead(agent, id);
  const read = await stream.next("conversation.updated", (event) => "conversation" in event);
  expect("conversation" in read && read.conversation).not.toHaveProperty("forYou");
  expect(await mentionsOf(agent)).toEqual([]);
  expect(await countsOf(agent)).toMatchObject({ mentions: 0, open: 0 });
});

test("an assigned conversation is unread for its assignee and says who assigned it, unless they took it", async () => {
  const { owner, admin, agent, id } = await teamConversation();
  await using stream = await ownerStream(agent);
  await patchConversation(owner, id, { assignee: agent.user.id });
  const forYou = { reason: "assigned", by: owner.user.id, byName: owner.email };
  await stream.next("conversation.updated", (event) => "conversation" in event && event.conversation.unreadCount === 1);
  expect(await conversation(agent, id)).toMatchObject({ forYou, unreadCount: 1 });
  expect(await countsOf(agent)).toMatchObject({ open: 1, mentions: 0 });
  await patchConversation(admin, id, { assignee: admin.user.id });
  expect(await conversation(agent, id), "it's no longer theirs").not.toHaveProperty("forYou");
  expect(await conversation(admin, id)).toMatchObject({ unreadCount: 0 });
});

test("an assignment doesn't hide a mention, and marking as unread doesn't bring back what was read", async () => {
  const { owner, agent, id } = await teamConversation();
  await addNote(owner, id, "Look", { mentions: [agent.user.id] });
  await patchConversation(owner, id, { assignee: agent.user.id });
  expect(await conversation(agent, id)).toMatchObject({ forYou: { reason: "mention" } });
  await markRead(agent, id);
  await patchConversation(owner, id, { assignee: null });
  await patchConversation(owner, id, { assignee: agent.user.id });
  expect(await conversation(agent, id), "assigned again").toMatchObject({ forYou: { reason: "assigned" } });
  await markRead(agent, id);
  expect(await patchConversation(agent, id, { unread: true })).not.toHaveProperty("forYou");
  expect(await mentionsOf(agent)).toEqual([]);
});
