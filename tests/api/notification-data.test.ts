import { expect, test } from "@playwright/test";
import { EXPIRED_ROWS } from "#lib/data/cleanup/expired-rows.system.ts";
import { ConversationNotificationsResponse } from "#lib/notify/notifications/schema.ts";
import { askNothing, send } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { newOwnerWithSite, openWidget, PASSWORD, start } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { rowsBelongingTo, sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const NEW_TABLES = ["alerts", "notifications", "channels", "telegram_codes", "telegram_messages", "presences"];

const countRows = async (root: "users" | "conversations", id: string) => {
  const rows = await rowsBelongingTo(root, id);
  return Object.fromEntries(NEW_TABLES.map((table) => [table, rows[table]?.length ?? 0]));
};

test("an export says who was notified without addresses, and erasing a visitor and an account leaves nothing of it", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello");
  const about = { conversation_id: conversationId, user_id: owner.user.id };
  const [{ id: workspace_id } = {}] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const [channel] = await insertRows(sql, "channels", [
    // Nothing is sent to it.
    { user_id: owner.user.id, kind: "telegram", name: "Phone of Ada", stopped_at: new Date() },
  ]);
  await insertRows(sql, "notifications", [
    {
      ...about,
      channel_id: channel?.id,
      channel: "telegram",
      name: "Phone of Ada",
      kind: "message",
      status: "shown",
      shown_at: new Date(),
    },
  ]);
  await insertRows(sql, "presences", [about]);
  await insertRows(sql, "telegram_codes", [{ user_id: owner.user.id, workspace_id, expires_at: new Date() }]);
  await insertRows(sql, "telegram_messages", [
    { channel_id: channel?.id, message_id: 7, conversation_id: conversationId, created_at: new Date() },
  ]);

  const { text } = await send("GET", `/sites/${site.id}/export`, { token: owner.token });
  expect(text).not.toContain("Phone of Ada");
  expect(JSON.parse(text).visitors[0].conversations[0].notifications).toEqual([
    { channel: "telegram", status: "shown", at: expect.any(String), shownAt: expect.any(String) },
  ]);
  expect(Object.values(await countRows("users", owner.user.id))).toEqual([1, 1, 1, 1, 1, 1]);
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  expect(Object.values(await countRows("conversations", conversationId)).some(Boolean)).toBe(false);
  expect(await countRows("users", owner.user.id)).toMatchObject({ channels: 1, telegram_codes: 1 });
  await askNothing("DELETE", "/account", { token: owner.token, body: { currentPassword: PASSWORD } });
  await expect.poll(async () => Object.values(await countRows("users", owner.user.id)).some(Boolean)).toBe(false);
});

test("a colleague sees that a person's channel failed, and only the person sees why", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const { conversationId } = await start(await openWidget(site), "Hello");
  const [mail] = await insertRows(sql, "mails", [
    { kind: "owner_alert", user_id: agent.user.id, status: "failed", reason: "550 no such mailbox" },
  ]);
  const about = { conversation_id: conversationId, user_id: agent.user.id, kind: "message" };
  await insertRows(sql, "notifications", [
    { ...about, channel: "slack", status: "failed", reason: "redirected" },
    { ...about, channel: "discord", status: "pending", reason: "rate_limited" },
    { ...about, channel: "telegram", status: "skipped", reason: "looking" },
    { ...about, channel: "email", status: "queued", mail_id: mail?.id },
  ]);
  const seenBy = async ({ token }: { token: string }) => {
    const { text } = await send("GET", `/conversations/${conversationId}/notifications`, { token });
    const { notifications } = ConversationNotificationsResponse.parse(JSON.parse(text));
    return Object.fromEntries(
      notifications
        .filter(({ userId }) => userId === agent.user.id)
        .map(({ channel, status, reason, detail }) => [channel, [status, reason, detail !== undefined]]),
    );
  };
  const both = { telegram: ["skipped", "looking", true] };
  expect(await seenBy(agent)).toMatchObject({
    ...both,
    slack: ["failed", "redirected", true],
    discord: ["pending", "rate_limited", true],
    email: ["failed", undefined, true],
  });
  expect(await seenBy(owner)).toMatchObject({
    ...both,
    slack: ["failed", undefined, false],
    discord: ["pending", undefined, false],
    email: ["failed", undefined, false],
  });
});

test("cleanup deletes what's old of each table, and keeps what's pending or due", async () => {
  await using database = await openOwnDatabase();
  const run = (text: string, values: unknown[] = []) => query<Record<string, unknown>>(database.url, text, values);
  const old = new Date(Date.now() - 31 * 86_400_000);
  const now = new Date();
  const [user] = await insertRows(run, "users", [{ email: "o@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  const visitors = await insertRows(run, "visitors", Array(3).fill({ site_id: site?.id }));
  const conversations = await insertRows(
    run,
    "conversations",
    visitors.map(({ id }) => ({ visitor_id: id, last_seq: 1, last_message_preview: "x" })),
  );
  const [ended, due, recent] = conversations.map(({ id }) => id);
  await insertRows(run, "alerts", [
    { conversation_id: ended, first_seq: 1, since: old, due_at: null },
    { conversation_id: due, first_seq: 1, since: old, due_at: now },
    { conversation_id: recent, first_seq: 1, since: now, due_at: null },
  ]);
  const channel = { user_id: user?.id, kind: "ntfy", name: "Phone" };
  await insertRows(run, "channels", [
    { ...channel, address_hash: "\\x01", stopped_at: old },
    { ...channel, address_hash: "\\x02", stopped_at: now },
  ]);
  const note = { user_id: user?.id, channel: "ntfy", kind: "test" };
  await insertRows(run, "notifications", [
    { ...note, status: "accepted", created_at: old },
    { ...note, status: "pending", created_at: old },
    { ...note, status: "accepted", created_at: now },
  ]);
  await insertRows(run, "presences", [
    { user_id: user?.id, conversation_id: ended, seen_at: old },
    { user_id: user?.id, conversation_id: due, seen_at: now },
  ]);
  await insertRows(run, "telegram_codes", [{ user_id: user?.id, workspace_id: workspace?.id, expires_at: old }]);

  for (const step of EXPIRED_ROWS) await step.delete();

  const left = await run(`
    SELECT (SELECT count(*) FROM alerts)::int AS alerts, (SELECT count(*) FROM channels)::int AS channels,
      (SELECT count(*) FROM notifications)::int AS notifications, (SELECT count(*) FROM presences)::int AS presences,
      (SELECT count(*) FROM telegram_codes)::int AS codes`);
  expect(left).toEqual([{ alerts: 2, channels: 1, notifications: 2, presences: 1, codes: 0 }]);
});
