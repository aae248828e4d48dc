import { expect, test } from "@playwright/test";
import { preparePushKeys } from "#lib/channels/push-keys.system.ts";
import { warnOfLapsingDevices } from "#lib/devices/lapsing.system.ts";
import { openPool } from "../support/database.ts";
import { newOwner } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { provideSettings } from "../support/provide-settings.ts";

const secret = (letter: string) => letter.repeat(40);

test("push keys are created once by several processes, kept with the previous secret, and replaced without it", async () => {
  await using database = await openOwnDatabase();
  const { url: DATABASE_URL } = database;
  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("a") });
  const created = await Promise.all([1, 2, 3, 4].map(() => preparePushKeys()));
  const [keys] = created;
  expect(new Set(created.map(({ privateKey }) => privateKey)).size).toBe(1);

  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("b"), AUTH_SECRET_PREVIOUS: secret("a") });
  expect(await preparePushKeys()).toEqual(keys);
  // They're encrypted again, so the previous secret is no longer needed.
  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("b") });
  expect(await preparePushKeys()).toEqual(keys);

  provideSettings({ DATABASE_URL, AUTH_SECRET: secret("c") });
  const replaced = await Promise.all([1, 2].map(() => preparePushKeys()));
  expect(replaced[0]).toEqual(replaced[1]);
  expect(replaced[0]?.publicKey).not.toBe(keys?.publicKey);
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
