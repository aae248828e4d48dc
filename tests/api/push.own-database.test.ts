import { expect, test } from "@playwright/test";
import { stopLapsedDevices, warnOfLapsingDevices } from "#lib/notify/devices/lapsing.system.ts";
import { findDueNotification, recordAccepted } from "#lib/notify/notifications/notification-rows.system.ts";
import { preparePushKeys } from "#lib/outbox/channels/push-keys.system.ts";
import { openPool } from "../support/database.ts";
import { newOwner } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { provideSettings } from "../support/provide-settings.ts";

const secret = (letter: string) => letter.repeat(40);

test("push keys are created once by several processes, kept with the previous secret, and never replaced", async () => {
  await using database = await openOwnDatabase();
  const { url: DATABASE_URL } = database;
  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("a") });
  const created = await Promise.all([1, 2, 3, 4].map(() => preparePushKeys()));
  const [keys] = created;
  expect(new Set(created.map(({ privateKey }) => privateKey)).size).toBe(1);

  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("b"), AUTH_SECRET_PREVIOUS: secret("a") });
  expect(await preparePushKeys()).toEqual(keys);
  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("c") });
  await expect(preparePushKeys()).rejects.toThrow("can't be decrypted with AUTH_SECRET");
  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("a") });
  expect(await preparePushKeys()).toEqual(keys);
});

test("a device that's about to lapse is announced once through the person's other channels, or else by email", async () => {
  await using database = await openOwnDatabase();
  const pool = openPool(database.url);
  const run = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const [several, single, busy] = [await newOwner(run), await newOwner(run), await newOwner(run)];
  const day = 86_400_000;
  const lapses = (days: number) => new Date(Date.now() + days * day).toISOString();
  const rows = [
    { user_id: several.user.id, kind: "push", name: "Old phone", lapses_at: lapses(6), address_hash: "\\x01" },
    { user_id: several.user.id, kind: "push", name: "Laptop", lapses_at: lapses(60), address_hash: "\\x02" },
    { user_id: several.user.id, kind: "ntfy", name: "Alerts", lapses_at: null, address_hash: "\\x03" },
    { user_id: single.user.id, kind: "push", name: "Only phone", lapses_at: lapses(1), address_hash: "\\x04" },
    { user_id: busy.user.id, kind: "push", name: "Phone", lapses_at: lapses(8), address_hash: "\\x05" },
  ];
  await insertRows(run, "channels", rows);

  expect(await warnOfLapsingDevices()).toBe(2);
  expect(await warnOfLapsingDevices()).toBe(0);
  expect(await run("SELECT user_id, channel, name, kind, status FROM notifications ORDER BY name")).toEqual(
    [
      ["ntfy", "Alerts"],
      ["push", "Laptop"],
    ].map(([channel, name]) => ({
      user_id: several.user.id,
      channel,
      name,
      kind: "device",
      status: "pending",
    })),
  );
  expect(await run("SELECT user_id, kind, status FROM mails")).toEqual([
    { user_id: single.user.id, kind: "device_lapsing", status: "pending" },
  ]);
  const queues = await run("SELECT name, count(*)::int AS count FROM pgboss.job GROUP BY name ORDER BY name");
  expect(queues).toEqual([
    { name: "mail", count: 1 },
    { name: "notification", count: 2 },
  ]);
  await pool.end();
});

test("a device that gets nothing stops a week after its warning, and one that gets something is warned again next time", async () => {
  await using database = await openOwnDatabase();
  const pool = openPool(database.url);
  const run = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const { user } = await newOwner(run);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const device = (name: string, lapsedDays: number, warnedDays: number | null, address_hash: string) => {
    const warned_at = warnedDays === null ? null : ago(warnedDays);
    return { user_id: user.id, kind: "push", name, lapses_at: ago(lapsedDays), warned_at, address_hash };
  };
  await insertRows(run, "channels", [
    device("silent", 0.1, 7.1, "\\x01"),
    device("warned late", 1, 6, "\\x02"),
    device("never warned", 1, null, "\\x03"),
    device("used again", 0.1, 7.1, "\\x04"),
  ]);
  const [used] = await run("SELECT id FROM channels WHERE name = 'used again'");
  const about = { user_id: user.id, channel_id: used?.id, channel: "push" };
  const [sent] = await insertRows(run, "notifications", [{ ...about, kind: "test", status: "pending" }]);
  await recordAccepted({ queue: "notification", rowId: String(sent?.id), jobId: String(sent?.job_id) }, {});

  expect(await stopLapsedDevices()).toBe(1);
  expect(await stopLapsedDevices()).toBe(0);
  const rows = await run("SELECT name, stop_reason, warned_at IS NULL AS is_unwarned FROM channels ORDER BY name");
  expect(rows).toEqual([
    { name: "never warned", stop_reason: null, is_unwarned: true },
    { name: "silent", stop_reason: "lapsed", is_unwarned: false },
    { name: "used again", stop_reason: null, is_unwarned: true },
    { name: "warned late", stop_reason: null, is_unwarned: false },
  ]);

  // A warning waits for the end of quiet hours, and a test doesn't.
  const minute = Math.floor(Date.now() / 60_000) % 1_440;
  await run("UPDATE users SET quiet_from = $1, quiet_until = $2, time_zone = 'UTC'", [
    minute,
    (minute + 1_439) % 1_440,
  ]);
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [user.id]);
  const dueOf = async (kind: string) => {
    const row = { ...about, kind, status: "pending", workspace_id: workspace?.id };
    const [{ id, job_id } = {}] = await insertRows(run, "notifications", [row]);
    return findDueNotification({ queue: "notification", rowId: String(id), jobId: String(job_id) });
  };
  expect(await dueOf("device")).toEqual({ postponeTo: expect.any(Date) });
  expect(await dueOf("test")).toMatchObject({ kind: "test", unread: 0 });

  // Its badge counts what the dashboard's does: neither what's closed nor what's snoozed.
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  const visitors = await insertRows(run, "visitors", Array(3).fill({ site_id: site?.id }));
  const states = [{ status: "open" }, { status: "closed" }, { status: "open", snoozed_at: new Date() }];
  const unread = { last_seq: 1, owner_unread_count: 1, last_message_preview: "x" };
  const rowsOfStates = states.map((state, at) => ({ ...unread, visitor_id: visitors[at]?.id, ...state }));
  await insertRows(run, "conversations", rowsOfStates);
  expect(await dueOf("test")).toMatchObject({ unread: 1 });

  // And those of other workspaces, on the person's sites and as they have read them.
  const colleague = await newOwner(run);
  const [team] = await run("UPDATE workspaces SET shared_at = now() WHERE owner_id = $1 RETURNING id", [
    colleague.user.id,
  ]);
  const [own, foreign] = await insertRows(
    run,
    "sites",
    ["own", "foreign"].map((public_key) => ({ public_key, workspace_id: team?.id, accent_color: "#000000" })),
  );
  await run(
    "INSERT INTO members (workspace_id, user_id, site_ids, role, created_at) VALUES ($1, $2, $3, 'agent', now() - interval '1 day')",
    [team?.id, user.id, [own?.id]],
  );
  const write = async (siteId: unknown, more: Record<string, unknown> = {}) => {
    const [visitor] = await insertRows(run, "visitors", [{ site_id: siteId }]);
    const [row] = await insertRows(run, "conversations", [{ ...unread, ...more, visitor_id: visitor?.id }]);
    return String(row?.id);
  };
  await write(foreign?.id);
  expect(await dueOf("test"), "on another's site").toMatchObject({ unread: 1 });
  const id = await write(own?.id);
  expect(await dueOf("test")).toMatchObject({ unread: 2 });
  await run("UPDATE conversations SET owner_unread_count = 0, owner_read_seq = 1 WHERE id = $1", [id]);
  expect(await dueOf("test"), "read by a colleague, while the visitor waits").toMatchObject({ unread: 2 });
  await run("INSERT INTO reads (user_id, conversation_id, read_seq, updated_at) VALUES ($1, $2, 1, now())", [
    user.id,
    id,
  ]);
  expect(await dueOf("test"), "read by the person too").toMatchObject({ unread: 1 });
  await run("UPDATE reads SET is_marked = true");
  expect(await dueOf("test"), "marked as unread by the person").toMatchObject({ unread: 2 });
  await run("UPDATE channels SET workspace_id = $1 WHERE id = $2", [workspace?.id, used?.id]);
  expect(await dueOf("test"), "a channel of one workspace").toMatchObject({ unread: 1 });
  await run("UPDATE channels SET workspace_id = NULL");
  await run("UPDATE members SET standing = 'suspended' WHERE workspace_id = $1 AND user_id = $2", [team?.id, user.id]);
  expect(await dueOf("test"), "in a workspace they can't enter").toMatchObject({ unread: 1 });
  await pool.end();
});
