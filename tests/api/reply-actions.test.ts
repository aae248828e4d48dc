import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { LabelResponse } from "#lib/desk/labels/schema.ts";
import { ReplyResponse } from "#lib/desk/messages/schema.ts";
import { SavedReplyListResponse, SavedReplyResponse } from "#lib/desk/saved-replies/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  newOwner,
  newOwnerWithSite,
  newSavedReply,
  type Owner,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { newTeam } from "../support/team.ts";

const replyWith = ({ token }: Owner, id: string, fields: object, key = randomUUID()) =>
  ask(ReplyResponse, 201, "POST", `/conversations/${id}/messages`, {
    token,
    headers: { "Idempotency-Key": key },
    body: { message: "Done.", ...fields },
  });

async function startedConversation() {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  return { owner, site, visitor, id };
}

const NINE_IN_BERLIN = /T0[78]:00:00\.000Z$/;

test("a reply labels, assigns and snoozes its conversation after it's stored", async () => {
  const { owner, id } = await startedConversation();
  const [refund, urgent] = [await newLabel(owner), await newLabel(owner)];
  const actions = {
    labels: [refund.id, urgent.id],
    assignee: owner.user.id,
    snooze: { time: "tomorrow", timeZone: "Europe/Berlin" },
  };
  const { message, refused } = await replyWith(owner, id, { actions });
  expect(message).toMatchObject({ seq: 2, body: "Done." });
  expect(refused).toBeUndefined();
  const after = await conversation(owner, id);
  expect(after).toMatchObject({
    status: "open",
    snoozed: true,
    snoozedUntil: expect.stringMatching(NINE_IN_BERLIN),
    assigneeId: owner.user.id,
  });
  expect(new Set(after.labelIds)).toEqual(new Set([refund.id, urgent.id]));
});

test("a reply that closes is labeled and assigned too, and one that's unassigned loses its assignee", async () => {
  const { owner, id } = await startedConversation();
  const label = await newLabel(owner);
  await patchConversation(owner, id, { assignee: owner.user.id });
  const { refused } = await replyWith(owner, id, { close: true, actions: { labels: [label.id], assignee: null } });
  expect(refused).toBeUndefined();
  const after = await conversation(owner, id);
  expect(after).toMatchObject({ status: "closed", labelIds: [label.id] });
  expect(after.assigneeId).toBeUndefined();
});

test("a refused action is reported, the others are done, and the reply stays", async () => {
  const { owner, agent, sites } = await newTeam();
  const [, hidden] = sites;
  if (!hidden) throw new Error("the team has two sites");
  const { conversationId: id } = await start(await openWidget(hidden), "Hello");
  const { message, refused } = await replyWith(owner, id, {
    actions: {
      labels: [randomUUID()],
      assignee: agent.user.id,
      snooze: { time: "reply", timeZone: "Asia/Kathmandu" },
    },
  });
  expect(refused).toEqual([
    { action: "labels", code: "not_found" },
    { action: "assignee", code: "invalid_request", detail: "must be a teammate with access to this site" },
  ]);
  expect((await allMessages(owner, id)).at(-1)).toMatchObject({ id: message.id, body: "Done." });
  const after = await conversation(owner, id);
  expect(after.snoozed).toBe(true);
  expect(after.labelIds).toEqual([]);
});

test("a repeated request does the actions that the first one didn't, but not once something was written since", async () => {
  const { owner, visitor, id } = await startedConversation();
  const label = await newLabel(owner);
  const actions = { labels: [label.id] };
  const key = randomUUID();
  await replyWith(owner, id, { actions }, key);
  // As if the process had ended before it got there.
  await patchConversation(owner, id, { labels: { remove: [label.id] } });
  const again = await replyWith(owner, id, { actions }, key);
  expect(again).toMatchObject({ message: { seq: 2 } });
  expect(again.refused).toBeUndefined();
  expect((await conversation(owner, id)).labelIds).toEqual([label.id]);

  await patchConversation(owner, id, { labels: { remove: [label.id] } });
  await sendMessage(visitor, id, "One more thing");
  const late = await replyWith(owner, id, { actions }, key);
  expect(late.refused).toMatchObject([{ action: "labels", code: "conflict" }]);
  expect((await conversation(owner, id)).labelIds).toEqual([]);
  expect(await allMessages(owner, id)).toHaveLength(3);
});

test("wrong actions are refused with their field, and nothing is sent", async () => {
  const { owner, id } = await startedConversation();
  const wrong = (fields: object, paths: string[]) =>
    refuseFields(paths, "POST", `/conversations/${id}/messages`, {
      token: owner.token,
      body: { message: "Done.", ...fields },
    });
  const snooze = { time: "tomorrow", timeZone: "Europe/Berlin" };
  await wrong({ close: true, actions: { snooze } }, ["actions.snooze"]);
  await wrong({ actions: { snooze: { ...snooze, time: "2026-12-01T08:00:00Z" } } }, ["actions.snooze.time"]);
  await wrong({ actions: { snooze: { ...snooze, timeZone: "Mars/Olympus" } } }, ["actions.snooze.timeZone"]);
  await wrong({ actions: { labels: [] } }, ["actions.labels"]);
  await wrong({ actions: { assignee: "me" } }, ["actions.assignee"]);
  expect(await allMessages(owner, id)).toHaveLength(1);
});

const savedReplies = async ({ token }: Owner) =>
  (await ask(SavedReplyListResponse, 200, "GET", "/saved-replies", { token })).savedReplies;

test("a saved reply keeps its actions, which are replaced as a whole", async () => {
  const owner = await newOwner();
  const { token } = owner;
  const label = await newLabel(owner);
  const actions = { labels: [label.id], assignee: "me", close: true };
  const saved = await newSavedReply(owner, { actions });
  expect(saved.actions).toEqual(actions);
  expect((await newSavedReply(owner)).actions).toEqual({});
  const path = `/saved-replies/${saved.id}`;
  const change = (body: object) => ask(SavedReplyResponse, 200, "PATCH", path, { token, body });
  await change({ name: "Another name" });
  const stored = async () => (await savedReplies(owner)).find(({ id }) => id === saved.id);
  expect(await stored()).toMatchObject({ name: "Another name", actions });
  await change({ actions: { snooze: "reply" } });
  expect((await stored())?.actions).toEqual({ snooze: "reply" });
  await change({ actions: {} });
  expect((await stored())?.actions).toEqual({});
});

test("a saved reply can't name what another workspace has, and can't both snooze and close", async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const foreign = await newLabel(stranger);
  const wrong = (actions: object, paths: string[]) =>
    refuseFields(paths, "POST", "/saved-replies", {
      token: owner.token,
      body: { name: "Refund", body: "Text", actions },
    });
  await wrong({ labels: [foreign.id] }, ["actions.labels.0"]);
  await wrong({ assignee: stranger.user.id }, ["actions.assignee"]);
  await wrong({ snooze: "week", close: true }, ["actions.snooze"]);
  expect(await savedReplies(owner)).toEqual([]);
});

test("merging a label changes it in saved replies, and deleting one leaves them usable", async () => {
  const owner = await newOwner();
  const { token } = owner;
  const [from, into, other] = [await newLabel(owner), await newLabel(owner), await newLabel(owner)];
  const both = await newSavedReply(owner, { actions: { labels: [from.id, into.id], assignee: "none" } });
  const one = await newSavedReply(owner, { actions: { labels: [other.id, from.id] } });
  const none = await newSavedReply(owner, { actions: { snooze: "later" } });
  await ask(LabelResponse, 200, "POST", `/labels/${from.id}/merge`, { token, body: { into: into.id } });
  await askNothing("DELETE", `/labels/${other.id}`, { token });
  const found = new Map((await savedReplies(owner)).map(({ id, actions }) => [id, actions]));
  expect(found.get(both.id)).toEqual({ labels: [into.id], assignee: "none" });
  expect(new Set(found.get(one.id)?.labels)).toEqual(new Set([other.id, into.id]));
  expect(found.get(none.id)).toEqual({ snooze: "later" });
  await refuse("not_found", "DELETE", `/labels/${from.id}`, { token });
});
