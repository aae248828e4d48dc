import { expect, test } from "@playwright/test";
import { type ActivityJson, ActivityListResponse } from "#lib/base/activity/schema.ts";
import { runCleanup } from "#lib/data/cleanup/cleanup-schedule.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import {
  deleteConversation,
  deleteSite,
  logIn,
  newApiKey,
  newConversation,
  newOwner,
  newSavedReply,
  type Owner,
  PASSWORD,
  patchConversation,
  sendMessage,
} from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { newLabel } from "../support/labels.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { newView } from "../support/views.ts";
import { newHook } from "../support/webhooks.ts";

const page = ({ token }: Pick<Owner, "token">, search = "") =>
  ask(ActivityListResponse, 200, "GET", `/activity${search}`, { token });

const activityOf = async (owner: Pick<Owner, "token">, search = ""): Promise<ActivityJson[]> =>
  (await page(owner, search)).activity;

const SECRET_WORD = "Zanzibar";

test("the log says who changed what, and contains no text, and no name or address but its people's", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const { token } = owner;
  const path = `/sites/${site.id}`;
  const patch = (where: string, body: object) => send("PATCH", where, { token, body });
  await patch(path, { name: SECRET_WORD, welcomeMessage: SECRET_WORD });
  await patch(`${path}/escalation`, { minutes: 7 });
  await patch(`${path}/mail`, { visitorAnswers: false });
  await patch(`${path}/blocking`, { words: [SECRET_WORD] });
  await send("POST", `${path}/blocking/addresses`, { token, body: { address: "203.0.113.9", label: SECRET_WORD } });
  await send("POST", `${path}/identity-secret`, { token, body: {} });
  await send("DELETE", `${path}/identity-secret/previous`, { token });
  await send("DELETE", `${path}/identity-secret`, { token });
  const { hook } = await newHook(owner, site, "http://127.0.0.1:9");
  await patch(`${path}/webhooks/${hook.id}`, { description: SECRET_WORD });
  await send("POST", `${path}/webhooks/${hook.id}/secret`, { token, body: {} });
  await send("DELETE", `${path}/webhooks/${hook.id}`, { token });
  const [label, other] = [await newLabel(owner), await newLabel(owner)];
  await patch(`/labels/${label.id}`, { name: SECRET_WORD });
  await send("POST", `/labels/${label.id}/merge`, { token, body: { into: other.id } });
  await send("DELETE", `/labels/${other.id}`, { token });
  await newSavedReply(owner, { personal: true });
  const reply = await newSavedReply(owner, { body: SECRET_WORD });
  await send("DELETE", `/saved-replies/${reply.id}`, { token });
  await newView(owner);
  const view = await newView(owner, { name: SECRET_WORD, personal: false });
  await send("DELETE", `/views/${view.id}`, { token });
  const { key } = await newApiKey(owner);
  await send("DELETE", `/account/keys/${key.id}`, { token });
  await patchConversation(owner, id, { status: "closed", visitorBlocked: true });
  await patchConversation(owner, id, { status: "open", visitorBlocked: false });
  await send("GET", `${path}/export`, { token });
  await send("GET", `/visitors/${visitor.visitorId}/export`, { token });
  await send("GET", "/activity/export", { token });
  await deleteConversation(owner, id);
  await send("DELETE", `/visitors/${visitor.visitorId}`, { token });
  await deleteSite(owner, site);

  const found = (await activityOf(owner, "?limit=100")).toReversed();
  expect(found.map(({ action }) => action)).toEqual([
    "site.created",
    "site.changed",
    "site.changed",
    "site.changed",
    "blocking.changed",
    "blocking.changed",
    "identity_secret.created",
    "identity_secret.previous_revoked",
    "identity_secret.deleted",
    "webhook.created",
    "webhook.changed",
    "webhook.secret_replaced",
    "webhook.deleted",
    "label.renamed",
    "label.merged",
    "label.deleted",
    "saved_reply.changed",
    "saved_reply.changed",
    "view.changed",
    "view.changed",
    "api_key.created",
    "api_key.revoked",
    "conversation.closed",
    "visitor.blocked",
    "conversation.reopened",
    "visitor.unblocked",
    "site.exported",
    "visitor.exported",
    "activity.exported",
    "conversation.deleted",
    "visitor.erased",
    "site.deleted",
  ]);
  expect(found.every(({ actorId, via }) => actorId === owner.user.id && via === "session")).toBe(true);
  expect(found[1]).toMatchObject({ siteId: site.id, data: { fields: ["name", "welcomeMessage"] } });
  expect(
    found.filter(({ conversationId }) => conversationId),
    "of an erased conversation",
  ).toEqual([]);
  expect(found.every(({ actorName }) => actorName === owner.email)).toBe(true);
  const text = JSON.stringify(found.map(({ actorName: _, ...entry }) => entry));
  for (const secret of [SECRET_WORD, owner.email, "203.0.113", visitor.visitorId]) expect(text).not.toContain(secret);
});

test("an entry keeps the names and the address that people had, until their account is deleted", async () => {
  const { owner, agent } = await newTeam();
  const rename = ({ user }: Owner, name: string) => sql("UPDATE users SET name = $2 WHERE id = $1", [user.id, name]);
  await rename(owner, "Mara");
  await rename(agent, "Erik");
  await askNothing("DELETE", `/members/${agent.user.id}`, { token: owner.token });
  await rename(owner, "Mara Lind");
  await rename(agent, "Someone else");
  const named = { actorName: "Mara", targetName: "Erik", targetEmail: agent.email };
  expect((await activityOf(owner))[0]).toMatchObject({ action: "member.removed", ...named });

  const { token } = await logIn(agent);
  await askNothing("DELETE", "/account", { token, body: { currentPassword: PASSWORD } });
  await expect.poll(() => sql("SELECT id FROM users WHERE id = $1", [agent.user.id])).toEqual([]);
  const [entry] = await activityOf(owner);
  expect(entry).toMatchObject({ action: "member.removed", actorName: "Mara", targetId: agent.user.id });
  expect(JSON.stringify(entry)).not.toMatch(/Erik|Someone|@example/);
});

test("a key's changes are logged as its person's, and a change without effect isn't logged", async () => {
  const { owner, site, id } = await newConversation();
  const { secret } = await newApiKey(owner, "manage");
  await send("PATCH", `/sites/${site.id}`, { token: secret, body: { name: "Bakery" } });
  await send("PATCH", `/sites/${site.id}`, { token: secret, body: {} });
  await patchConversation(owner, id, { status: "open", visitorBlocked: false });
  const [newest, , ...rest] = await activityOf(owner);
  expect(newest).toMatchObject({ action: "site.changed", via: "key", actorId: owner.user.id });
  expect(rest.map(({ action }) => action)).toEqual(["site.created"]);
});

test("closing and reopening by a reply is logged as by a change of the status, and a reply that does neither isn't", async () => {
  const { owner, visitor, id } = await newConversation();
  const { secret } = await newApiKey(owner, "write");
  const say = (token: string, body: object) => send("POST", `/conversations/${id}/messages`, { token, body });
  await say(owner.token, { message: "Hello" });
  await say(owner.token, { message: "Bye", close: true });
  await say(owner.token, { message: "And", close: true });
  await say(secret, { message: "One more thing" });
  await say(secret, { message: "Bye", close: true });
  await sendMessage(visitor, id, "Wait");
  const found = (await activityOf(owner)).filter(({ conversationId }) => conversationId === id).toReversed();
  expect(found.map(({ action, via }) => [action, via])).toEqual([
    ["conversation.closed", "session"],
    ["conversation.reopened", "key"],
    ["conversation.closed", "key"],
  ]);
});

test("the log is read page by page and by person, action and site", async () => {
  const { workspaceId, owner, admin, sites } = await newTeam();
  const [first, second] = sites;
  if (!first || !second) throw new Error("the team has too few sites");
  await insertRows(
    sql,
    "activity",
    Array.from({ length: 5 }, (_, at) => ({
      workspace_id: workspaceId,
      action: "site.changed",
      via: "session",
      actor_id: admin.user.id,
      site_id: at % 2 ? second.id : first.id,
    })),
  );
  const all = await activityOf(owner, "?limit=100");
  const start = await page(owner, "?limit=4");
  const rest = await page(owner, `?limit=100&cursor=${start.nextCursor}`);
  expect([...start.activity, ...rest.activity]).toEqual(all);
  expect(rest.nextCursor).toBeUndefined();
  expect(await activityOf(owner, `?actorId=${admin.user.id}`)).toHaveLength(5);
  expect(await activityOf(owner, `?actorId=${admin.user.id}&siteId=${second.id}`)).toHaveLength(2);
  expect(await activityOf(owner, "?action=site.created")).toHaveLength(2);
  await refuseFields(["action"], "GET", "/activity?action=site.painted", { token: owner.token });
  await refuseFields(["cursor"], "GET", `/activity?action=site.created&cursor=${start.nextCursor}`, {
    token: owner.token,
  });
});

test("an admin with chosen sites sees what concerns those, and an agent sees no log", async () => {
  const { owner, limitedAdmin, agent, sites } = await newTeam();
  const found = await activityOf(limitedAdmin);
  expect(found.map(({ action, siteId }) => [action, siteId])).toEqual([["site.created", sites[0]?.id]]);
  expect(await activityOf(limitedAdmin, `?siteId=${sites[1]?.id}`)).toEqual([]);
  await refuse("not_permitted", "GET", "/activity", { token: agent.token });
  await refuse("not_permitted", "GET", "/activity/export", { token: limitedAdmin.token });
  expect((await activityOf(owner)).map(({ action }) => action)).toEqual(["site.created", "site.created"]);
});

test("an export contains the whole log, as a table or as JSON", async () => {
  const { owner } = await newConversation();
  const { token } = owner;
  const json = JSON.parse((await send("GET", "/activity/export", { token })).text);
  expect(json.activity.map(({ action }: ActivityJson) => action)).toEqual(["activity.exported", "site.created"]);
  const { text, headers } = await send("GET", "/activity/export?format=csv", { token });
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe(
    "id,at,actorId,via,action,siteId,conversationId,targetId,data,actorName,targetName,targetEmail",
  );
  expect(lines).toHaveLength(4);
  expect(headers.get("content-disposition")).toBe('attachment; filename="site-inbox-activity.csv"');
});

test("nothing in the log can be changed, but the id of an erased conversation goes", async () => {
  const { owner, id } = await newConversation();
  await patchConversation(owner, id, { status: "closed" });
  const change = "UPDATE activity SET action = 'site.created' WHERE conversation_id = $1";
  await expect(sql(change, [id])).rejects.toThrow("append-only");
  await askNothing("DELETE", `/conversations/${id}`, { token: owner.token });
  expect((await activityOf(owner, "?action=conversation.closed"))[0]?.conversationId).toBeUndefined();
});

test("activity that's past its workspace's days is deleted, and other workspaces' isn't", async () => {
  await using database = await openOwnDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  for (const [days, email] of [
    [30, "one@example.com"],
    [365, "other@example.com"],
  ] as const) {
    const owner = await newOwner(run);
    await run("UPDATE users SET email = $2 WHERE id = $1", [owner.user.id, email]);
    const [workspace] = await run("UPDATE workspaces SET activity_days = $2 WHERE owner_id = $1 RETURNING id", [
      owner.user.id,
      days,
    ]);
    for (const age of [29, 31]) {
      await run(
        `INSERT INTO activity (id, workspace_id, at, via, action)
         VALUES (gen_random_uuid(), $1, now() - make_interval(days => $2), 'service', 'site.changed')`,
        [workspace?.id, age],
      );
    }
  }
  await runCleanup();
  const left = await run(
    `SELECT u.email, count(*)::int AS count FROM activity a JOIN workspaces w ON w.id = a.workspace_id
     JOIN users u ON u.id = w.owner_id GROUP BY u.email ORDER BY u.email`,
  );
  expect(left).toEqual([
    { email: "one@example.com", count: 1 },
    { email: "other@example.com", count: 2 },
  ]);
});
