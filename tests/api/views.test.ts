import { expect, test } from "@playwright/test";
import { LabelResponse } from "#lib/desk/labels/schema.ts";
import { ViewResponse } from "#lib/desk/views/schema.ts";
import { newId } from "#platform/new-id.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  deleteSite,
  newConversation,
  newOwner,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { newView, viewCountsOf, viewsOf } from "../support/views.ts";

const OPEN = { status: "open", snoozed: "false" } as const;

const change = async ({ token }: Owner, id: string, body: object) =>
  (await ask(ViewResponse, 200, "PATCH", `/views/${id}`, { token, body })).view;

async function workspaceOf({ user }: Owner): Promise<string> {
  const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  return String(row?.id);
}

test("a view is listed by name, changed and deleted, and each change reaches the owner's streams", async () => {
  const { owner, site } = await newOwnerWithSite();
  await using stream = await ownerStream(owner);
  const told = () => stream.next("settings.updated", ({ about }) => about === "views");
  const filter = { ...OPEN, siteId: site.id, waitingFor: "1d", page: "/pricing?a=%C3%BC&b=+", hasEmail: "true" };
  const late = await newView(owner, { name: "Late", filter });
  await told();
  expect(late).toMatchObject({ name: "Late", filter, personal: true, updatedAt: late.createdAt });
  const all = await newView(owner, { name: "all", filter: {}, personal: false });
  await told();
  expect(await viewsOf(owner)).toEqual([all, late]);

  const changed = await change(owner, late.id, { name: "Zero", filter: { spam: "true" }, personal: false });
  await told();
  expect(changed).toMatchObject({ id: late.id, name: "Zero", filter: { spam: "true" }, personal: false });
  expect(await change(owner, late.id, {})).toEqual(changed);

  await askNothing("DELETE", `/views/${all.id}`, { token: owner.token });
  await told();
  expect(await viewsOf(owner)).toEqual([changed]);
  await refuse("not_found", "DELETE", `/views/${all.id}`, { token: owner.token });
});

test("a name is unique among the shared views and among one's own, whatever its case and width", async () => {
  const owner = await newOwner();
  const call = (body: object) => ({ token: owner.token, body: { filter: OPEN, ...body } });
  await newView(owner, { name: "Late", personal: false });
  const own = await newView(owner, { name: "Late" });
  await refuse("conflict", "POST", "/views", call({ name: "ＬＡＴＥ" }));
  await refuse("conflict", "POST", "/views", call({ name: "late", personal: false }));
  await refuse("conflict", "PATCH", `/views/${own.id}`, { token: owner.token, body: { personal: false } });
  expect(await change(owner, own.id, { name: "LATE" })).toMatchObject({ name: "LATE", personal: true });
});

test("a workspace has 50 shared views and an account 50 of its own", async () => {
  const owner = await newOwner();
  const workspaceId = await workspaceOf(owner);
  const fill = (count: number, userId: string | null) =>
    sql(
      `INSERT INTO views (id, workspace_id, user_id, name, name_key, filter, created_at, updated_at)
       SELECT gen_random_uuid(), $1::uuid, $2::uuid, 'view ' || n, 'view ' || n, '', now(), now()
       FROM generate_series(1, $3::int) n`,
      [workspaceId, userId, count],
    );
  await fill(50, null);
  const own = await newView(owner, { name: "Mine" });
  const call = (body: object) => ({ token: owner.token, body: { name: "One more", filter: {}, ...body } });
  await refuse("conflict", "POST", "/views", call({ personal: false }));
  await refuse("conflict", "PATCH", `/views/${own.id}`, { token: owner.token, body: { personal: false } });
  await fill(49, owner.user.id);
  await refuse("conflict", "POST", "/views", call({}));
  expect(await viewsOf(owner)).toHaveLength(100);
  expect(await viewCountsOf(owner)).toHaveLength(100);
});

test("a filter that the inbox doesn't have, or that names what isn't there, is refused", async () => {
  const { owner } = await newOwnerWithSite();
  const { token } = owner;
  const wrong = (field: string, filter: object) =>
    refuseFields([field], "POST", "/views", { token, body: { name: "Wrong", filter } });
  await wrong("filter.status", { status: "open" });
  await wrong("filter.status", { snoozed: "false" });
  await wrong("filter.status", { spam: "true", status: "closed" });
  await wrong("filter.order", { ...OPEN, order: "waiting", q: "mug" });
  await wrong("filter.waitingFor", { ...OPEN, waitingFor: "2h" });
  await wrong("filter", { ...OPEN, color: "red" });
  const [from, until] = ["2026-01-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"];
  await wrong("filter.until", { from, until });
  await wrong("filter.until", { from });
  await wrong("filter.until", { until });
  for (const named of [{ siteId: newId() }, { labelId: newId() }, { assignee: newId() }]) {
    await refuse("conflict", "POST", "/views", { token, body: { name: "Gone", filter: { ...OPEN, ...named } } });
  }
  expect(await viewsOf(owner)).toEqual([]);
});

test("a member without a site learns nothing of its views, and a personal one is its owner's alone", async () => {
  const { owner, sites, limitedAdmin, agent } = await newTeam();
  const [near, far] = sites.map(({ id }) => id);
  await newView(owner, { name: "Mine" });
  const shared = await newView(owner, { name: "Shared", personal: false });
  const nearby = await newView(owner, { name: "Near", filter: { siteId: near }, personal: false });
  const hidden = await newView(owner, { name: "Far", filter: { siteId: far }, personal: false });
  for (const member of [limitedAdmin, agent]) {
    expect(await viewsOf(member)).toEqual([nearby, shared]);
    expect((await viewCountsOf(member)).map(({ viewId }) => viewId)).toEqual([nearby.id, shared.id]);
  }
  const { token } = limitedAdmin;
  await refuse("not_found", "PATCH", `/views/${hidden.id}`, { token, body: { name: "Near too" } });
  await refuse("not_found", "DELETE", `/views/${hidden.id}`, { token });
  // Its name is free for them, and its site doesn't exist.
  const body = { name: "Far", filter: { siteId: far }, personal: false };
  await refuse("conflict", "POST", "/views", { token, body });
  expect(await newView(limitedAdmin, { ...body, filter: OPEN })).toMatchObject({ name: "Far" });

  await using stream = await ownerStream(limitedAdmin);
  await change(owner, hidden.id, { name: "Farther" });
  await change(owner, shared.id, { name: "For all" });
  const event = await stream.next("settings.updated");
  expect(event).toEqual({ about: "views" });
});

test("an agent shares no view and changes no shared one, and an admin does", async () => {
  const { owner, agent, admin } = await newTeam();
  const shared = await newView(owner, { personal: false });
  const own = await newView(agent);
  const { token } = agent;
  await refuse("not_permitted", "POST", "/views", { token, body: { name: "Ours", filter: OPEN, personal: false } });
  await refuse("not_permitted", "PATCH", `/views/${own.id}`, { token, body: { personal: false } });
  await refuse("not_permitted", "PATCH", `/views/${shared.id}`, { token, body: { name: "Ours" } });
  await refuse("not_permitted", "DELETE", `/views/${shared.id}`, { token });
  await askNothing("DELETE", `/views/${own.id}`, { token });
  expect(await change(admin, shared.id, { name: "Ours" })).toMatchObject({ name: "Ours" });
});

test("a view of a deleted label, of someone who left or of unknown filters is broken, and can be removed", async () => {
  const { owner, agent, workspaceId } = await newTeam();
  const label = await newLabel(owner);
  const { token } = owner;
  await newView(owner, { name: "a", filter: { labelId: label.id } });
  await newView(owner, { name: "b", filter: { ...OPEN, assignee: agent.user.id } });
  await newView(owner, { name: "c", filter: { ...OPEN, assignee: "me" } });
  const unknown = newId();
  await sql(
    `INSERT INTO views (id, workspace_id, user_id, name, name_key, filter, created_at, updated_at)
     VALUES ($1, $2, $3, 'd', 'd', 'weather=rain', now(), now())`,
    [unknown, workspaceId, owner.user.id],
  );
  const states = async () => (await viewsOf(owner)).map(({ name, broken = "" }) => `${name}${broken && `: ${broken}`}`);
  expect(await states()).toEqual(["a", "b", "c", "d: filter"]);
  await askNothing("DELETE", `/labels/${label.id}`, { token });
  await askNothing("DELETE", `/members/${agent.user.id}`, { token });
  expect(await states()).toEqual(["a: label", "b: assignee", "c", "d: filter"]);
  expect(await viewCountsOf(owner)).toHaveLength(1);
  await askNothing("DELETE", `/views/${unknown}`, { token });
  expect(await states()).toHaveLength(3);
});

test("merging labels moves their views, and deleting a site deletes its own", async () => {
  const { owner, site } = await newOwnerWithSite();
  const [from, into] = [await newLabel(owner), await newLabel(owner)];
  const view = await newView(owner, { filter: { labelId: from.id.toUpperCase(), starred: "true" } });
  await newView(owner, { filter: { siteId: site.id } });
  await ask(LabelResponse, 200, "POST", `/labels/${from.id}/merge`, { token: owner.token, body: { into: into.id } });
  const [moved] = (await viewsOf(owner)).filter(({ id }) => id === view.id);
  expect(moved?.filter).toEqual({ labelId: into.id, starred: "true" });
  await deleteSite(owner, site);
  expect((await viewsOf(owner)).map(({ id }) => id)).toEqual([view.id]);
});

test("counts are those of the views' lists, capped at 100, and searches have none", async () => {
  const { owner, site, id } = await newConversation();
  const counted = async (fields: object) => {
    const view = await newView(owner, fields);
    return (await viewCountsOf(owner)).find(({ viewId }) => viewId === view.id);
  };
  expect(await counted({ filter: OPEN })).toMatchObject({ count: 1, isAtLeast: false });
  expect(await counted({ filter: { ...OPEN, order: "waiting" } })).toMatchObject({ count: 1, isAtLeast: false });
  expect(await counted({ filter: { ...OPEN, waitingFor: "1h" } })).toMatchObject({ count: 0, isAtLeast: false });
  expect(await counted({ filter: { ...OPEN, q: "hello" } })).toBeUndefined();
  await patchConversation(owner, id, { status: "closed" });
  expect(await counted({ filter: { status: "closed", siteId: site.id } })).toMatchObject({ count: 1 });
  for (let at = 0; at < 3; at += 1) await start(await openWidget(site), "Hello");
  expect(await counted({ filter: { ...OPEN, order: "waiting" } })).toMatchObject({ count: 3 });
  await sql(
    `INSERT INTO conversations (id, workspace_id, site_id, visitor_id, status, last_seq, last_message_at, last_message_preview,
       created_at, updated_at)
     SELECT gen_random_uuid(), workspace_id, site_id, visitor_id, 'closed', 1, now(), 'Hello', now(), now()
     FROM conversations, generate_series(1, 120) WHERE id = $1`,
    [id],
  );
  expect(await counted({ filter: { status: "closed" } })).toMatchObject({ count: 100, isAtLeast: true });
});

test("a view of a time counts what began in it, of at most 300 that are read", async () => {
  const { owner, site, id } = await newConversation();
  const [from, until] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const month = await newView(owner, { filter: { from, until } });
  const onSite = await newView(owner, { filter: { ...OPEN, siteId: site.id, from, until, order: "waiting" } });
  const later = await newView(owner, {
    filter: { from: until, until: new Date(Date.now() + 2 * 86_400_000).toISOString() },
  });
  const rated = await newView(owner, { filter: { from, until, rating: "5" } });
  const counts = async () => {
    const counted = new Map((await viewCountsOf(owner)).map(({ viewId, ...count }) => [viewId, count]));
    return [month, onSite, later, rated].map((view) => counted.get(view.id));
  };
  const none = { count: 0, isAtLeast: false };
  const one = { count: 1, isAtLeast: false };
  expect(await counts()).toEqual([one, one, none, none]);
  await sql(
    `INSERT INTO conversations (id, workspace_id, site_id, visitor_id, status, last_seq, last_message_at, last_message_preview,
       created_at, updated_at)
     SELECT gen_random_uuid(), workspace_id, site_id, visitor_id, 'closed', 1, now(), 'Hello', now(), now()
     FROM conversations, generate_series(1, 320) WHERE id = $1`,
    [id],
  );
  // Older ones may be rated.
  expect(await counts()).toEqual([{ count: 100, isAtLeast: true }, one, none, { count: 0, isAtLeast: true }]);
});

test("of two views created together under one name, one is refused", async () => {
  const owner = await newOwner();
  const name = newId().slice(0, 30);
  const results = await Promise.allSettled([newView(owner, { name }), newView(owner, { name })]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await viewsOf(owner)).toHaveLength(1);
});
