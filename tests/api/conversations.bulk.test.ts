import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ActivityListResponse } from "#lib/base/activity/schema.ts";
import { MatchingResponse } from "#lib/desk/bulk-changes/schema.ts";
import { ask, refuse, refuseFields } from "../support/api-client.ts";
import { addBulkChange, changeAll, changeAllNow, undoAll, untilEnded } from "../support/bulk-changes.ts";
import {
  conversation,
  newApiKey,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const BODIES = ["One", "Two", "Three"];

async function newInbox(bodies: readonly string[] = BODIES) {
  const { owner, site } = await newOwnerWithSite();
  return { owner, site, ids: await manyConversations(site.id, bodies) };
}

const matching = async ({ token }: Owner, query: string) =>
  (await ask(MatchingResponse, 200, "GET", `/conversations/bulk?${query}`, { token })).matching;

const statesOf = async (owner: Owner, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await conversation(owner, id)).status));

test("all that match a filter are counted and closed, and one undo opens them again", async () => {
  const { owner, ids } = await newInbox();
  await patchConversation(owner, ids[2] ?? "", { starred: true });
  const { count, asOf } = await matching(owner, "status=open&snoozed=false");
  expect(count).toBe(3);
  expect((await matching(owner, "starred=true")).count).toBe(1);
  expect((await matching(owner, "order=waiting")).count).toBe(3);

  const change = { status: "closed" };
  const made = await changeAll(owner, { change, filter: { status: "open", snoozed: "false" }, asOf });
  expect(made).toMatchObject({ total: 3, changed: 0, skipped: 0, restored: 0 });
  const done = await untilEnded(owner, made.id);
  expect(done).toMatchObject({ state: "done", total: 3, changed: 3, skipped: 0, undoUntil: expect.any(String) });
  expect(await statesOf(owner, ids)).toEqual(["closed", "closed", "closed"]);
  await undoAll(owner, made.id);
  expect(await untilEnded(owner, made.id)).toMatchObject({ state: "undone", changed: 3, restored: 3 });
  expect(await statesOf(owner, ids)).toEqual(["open", "open", "open"]);
  expect((await undoAll(owner, made.id)).state).toBe("undone");
});

test("each change is made and undone by ids, also of what's snoozed, settled, starred and labeled", async () => {
  const { owner, ids } = await newInbox();
  const [first = "", second = "", third] = ids;
  const { id: label } = await newLabel(owner);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await patchConversation(owner, first, { snooze: { until }, starred: true, labels: { add: [label] } });
  await patchConversation(owner, second, { noReplyNeeded: true });
  await sql("UPDATE conversations SET woken_at = now(), woken_by = 'time' WHERE id = $1", [third]);
  const all = () => Promise.all(ids.map((id) => conversation(owner, id)));
  const shown = async () =>
    (await all()).map(({ updatedAt: _, eventSeq: __, lastReadByOwnerAt: ___, unreadCount: ____, ...row }) => row);
  const before = await shown();
  expect(before[2]).toMatchObject({ wokenBy: "time" });
  const changes: [change: object, changed: number, after: Record<string, unknown>][] = [
    [{ status: "closed" }, 3, { status: "closed" }],
    [{ spam: true }, 3, { spam: true }],
    [{ starred: true }, 2, { starred: true }],
    [{ labels: { add: [label] } }, 2, { labelIds: [label] }],
    [{ labels: { remove: [label] } }, 1, { labelIds: [] }],
    [{ snooze: { until: null } }, 3, { snoozed: true }],
    [{ noReplyNeeded: true }, 2, { noReplyNeeded: true }],
    [{ assignee: owner.user.id }, 3, { assigneeId: owner.user.id }],
    [{ starred: true, status: "closed" }, 3, { starred: true, status: "closed" }],
  ];
  for (const [change, changed, after] of changes) {
    const done = await changeAllNow(owner, { change, conversationIds: ids });
    expect([done.changed, done.skipped], JSON.stringify(change)).toEqual([changed, 3 - changed]);
    for (const row of await all()) expect(row).toMatchObject(after);
    await undoAll(owner, done.id);
    expect(await untilEnded(owner, done.id)).toMatchObject({ state: "undone", restored: changed });
    expect(await shown(), JSON.stringify(change)).toEqual(before);
  }
});

test("what a change isn't possible for, or refused for, is skipped, and the others are changed", async () => {
  const { owner, site, ids } = await newInbox();
  const [first = "", second = ""] = ids;
  await patchConversation(owner, first, { status: "closed" });
  await patchConversation(owner, second, { spam: true });
  const snoozed = await changeAllNow(owner, { change: { snooze: { until: null } }, conversationIds: ids });
  expect(snoozed).toMatchObject({ changed: 1, skipped: 2 });

  // Their visitor can have only one open conversation.
  const visitor = await openWidget(site);
  const earlier = (await start(visitor, "Hello")).conversationId;
  await patchConversation(owner, earlier, { status: "closed" });
  const later = (await start(visitor, "Hello again")).conversationId;
  expect(later).not.toBe(earlier);
  const opened = await changeAllNow(owner, { change: { status: "open" }, conversationIds: [earlier, first] });
  expect(opened).toMatchObject({ changed: 1, skipped: 1 });
  expect(await statesOf(owner, [earlier, first])).toEqual(["closed", "open"]);
  const labels = await Promise.all(Array.from({ length: 11 }, () => newLabel(owner)));
  const [last, ...ten] = labels.map(({ id }) => id);
  await patchConversation(owner, first, { labels: { add: ten } });
  const labeled = await changeAllNow(owner, { change: { labels: { add: [last] } }, conversationIds: ids });
  expect(labeled).toMatchObject({ changed: 2, skipped: 1 });
});

test("an undo leaves what changed since as it is", async () => {
  const { owner, ids } = await newInbox();
  const [first = "", ...others] = ids;
  const { id } = await changeAllNow(owner, { change: { status: "closed" }, conversationIds: ids });
  await patchConversation(owner, first, { starred: true });
  await undoAll(owner, id);
  expect(await untilEnded(owner, id)).toMatchObject({ state: "undone", changed: 3, restored: 2 });
  expect(await statesOf(owner, [first, ...others])).toEqual(["closed", "open", "open"]);
});

test("what was written in after the count isn't included", async () => {
  const { owner, site } = await newInbox();
  const { asOf, count } = await matching(owner, "status=open");
  expect(count).toBe(3);
  const late = (await start(await openWidget(site), "Am I too late?")).conversationId;
  const made = await changeAllNow(owner, { change: { status: "closed" }, filter: { status: "open" }, asOf });
  expect(made).toMatchObject({ total: 3, changed: 3 });
  expect((await conversation(owner, late)).status).toBe("open");
});

test("a bulk change can't be undone 30 seconds after it's done, and only its person sees it", async () => {
  const { owner, site, ids } = await newInbox();
  const { id, undoUntil = "" } = await changeAllNow(owner, { change: { starred: true }, conversationIds: ids });
  expect(Date.parse(undoUntil) - Date.now()).toBeGreaterThan(20_000);
  expect(Date.parse(undoUntil) - Date.now()).toBeLessThanOrEqual(30_000);
  await sql("UPDATE bulk_changes SET undo_until = now() WHERE id = $1", [id]);
  await refuse("conflict", "POST", `/conversations/bulk/${id}/undo`, { token: owner.token });
  const { owner: stranger } = await newInbox();
  const foreign = await addBulkChange(sql, site.id, { user_id: stranger.user.id });
  for (const [token, path] of [
    [stranger.token, id],
    [owner.token, foreign],
    [owner.token, randomUUID()],
  ] as const) {
    await refuse("not_found", "GET", `/conversations/bulk/${path}`, { token });
    await refuse("not_found", "POST", `/conversations/bulk/${path}/undo`, { token });
  }
});

test("foreign ids are left out, and none left is not found", async () => {
  const { owner, ids } = await newInbox();
  const other = await newInbox();
  const change = { status: "closed" };
  const done = await changeAllNow(owner, { change, conversationIds: [...ids, ...other.ids] });
  expect(done).toMatchObject({ total: 3, changed: 3 });
  expect(await statesOf(other.owner, other.ids)).toEqual(["open", "open", "open"]);
  const call = { token: owner.token, body: { change, conversationIds: other.ids } };
  await refuse("not_found", "POST", "/conversations/bulk", call);
  const made = await changeAllNow(owner, { change, filter: { siteId: other.site.id } });
  expect(made).toMatchObject({ total: 0, state: "done" });
});

test("a member changes and counts their own sites' conversations only, and the log is per site", async () => {
  const team = await newTeam();
  const [near, far] = team.sites;
  if (!near || !far) throw new Error("there are two sites");
  await manyConversations(near.id, ["Near", "Nearer"]);
  const [away = ""] = await manyConversations(far.id, ["Far"]);
  expect((await matching(team.agent, "status=open")).count).toBe(2);
  const done = await changeAllNow(team.agent, { change: { status: "closed" }, filter: {} });
  expect(done).toMatchObject({ total: 2, changed: 2 });
  expect((await conversation(team.owner, away)).status).toBe("open");
  await changeAllNow(team.owner, { change: { starred: true }, filter: {} });
  const logOf = async ({ token }: Owner) =>
    (await ask(ActivityListResponse, 200, "GET", "/activity?action=conversations.changed", { token })).activity.map(
      ({ siteId, data }) => [siteId, data],
    );
  const starred = { fields: ["starred"] };
  const ofNear = [
    [near.id, { ...starred, conversations: 2 }],
    [near.id, { fields: ["status"], conversations: 2 }],
  ];
  expect(await logOf(team.limitedAdmin)).toEqual(ofNear);
  const all = await logOf(team.owner);
  expect(all).toHaveLength(3);
  expect(all).toEqual(expect.arrayContaining([...ofNear, [far.id, { ...starred, conversations: 1 }]]));
});

test("with an API key, a bulk change is the key's, and ends once the key is revoked", async () => {
  const { owner, ids } = await newInbox();
  const { key, secret } = await newApiKey(owner, "write");
  const made = await changeAllNow({ token: secret }, { change: { starred: true }, conversationIds: ids });
  expect(made).toMatchObject({ state: "done", changed: 3 });
  const reader = (await newApiKey(owner, "read")).secret;
  const body = { change: { starred: false }, conversationIds: ids };
  await refuse("insufficient_scope", "POST", "/conversations/bulk", { token: reader, body });
  await sql("DELETE FROM api_keys WHERE id = $1", [key.id]);
  await sql("UPDATE bulk_changes SET state = 'running' WHERE id = $1", [made.id]);
  expect((await untilEnded(owner, made.id)).state).toBe("failed");
});

test("a change that's wrong for all is refused: without fields, of an unknown label, assignee or filter", async () => {
  const { owner, ids } = await newInbox();
  const { token } = owner;
  const refused = async (fields: string[], body: object) =>
    refuseFields(fields, "POST", "/conversations/bulk", { token, body });
  const conversationIds = ids;
  await refused(["change"], { change: {}, conversationIds });
  await refused(["change"], { change: { visitorBlocked: true }, conversationIds });
  await refused(["conversationIds"], { change: { starred: true } });
  await refused(["conversationIds"], { change: { starred: true }, conversationIds, filter: {} });
  await refused(["conversationIds"], { change: { starred: true }, conversationIds: [] });
  await refused(["conversationIds"], {
    change: { starred: true },
    conversationIds: Array.from({ length: 1_001 }, () => randomUUID()),
  });
  await refused(["filter"], { change: { starred: true }, filter: { stared: "true" } });
  await refused(["filter"], { change: { starred: true }, filter: { q: "hello" } });
  const endless = { from: "2000-01-01T00:00:00.000Z", until: "2100-01-01T00:00:00.000Z" };
  await refused(["filter.until"], { change: { starred: true }, filter: endless });
  await refuseFields(["until"], "GET", `/conversations/bulk?${new URLSearchParams(endless)}`, { token });
  await refused(["change.assignee"], { change: { assignee: randomUUID() }, conversationIds });
  const unlabeled = { token, body: { change: { labels: { add: [randomUUID()] } }, conversationIds } };
  await refuse("not_found", "POST", "/conversations/bulk", unlabeled);
  expect(await sql("SELECT id FROM bulk_changes WHERE user_id = $1", [owner.user.id])).toEqual([]);
});
