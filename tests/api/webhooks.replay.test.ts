import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { replayFailed } from "#lib/outbox/webhooks/commands.ts";
import { countReplayable } from "#lib/outbox/webhooks/queries.ts";
import { type EndpointJson, REPLAYED_MAX } from "#lib/outbox/webhooks/schema.ts";
import { newWebhookSecret } from "#lib/outbox/webhooks/signature.ts";
import { sealText } from "#platform/crypto/sealed-text.ts";
import { refuse, refuseFields } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { openWidget, start } from "../support/factories.ts";
import { insertRows, type Run } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { soloScope } from "../support/solo-scope.ts";
import { sql } from "../support/stored-rows.ts";
import {
  attempted,
  deliveries,
  holdBack,
  hookPath,
  newHook,
  newListeningSite,
  patchHook,
  replayAll,
} from "../support/webhooks.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Stores deliveries of events that happened so many hours ago, and returns their ids, the newest first. */
async function addDeliveries(hook: Pick<EndpointJson, "id">, status: string, hours: number[], run: Run = sql) {
  const rows = hours.map((age) => ({ endpoint_id: hook.id, type: "message.created", status, created_at: ago(age) }));
  const stored = await insertRows(run, "webhook_deliveries", rows);
  return stored.toSorted((a, b) => Number(b.created_at) - Number(a.created_at)).map(({ id }) => String(id));
}

test("failed deliveries of a period are sent again under their ids, and no others are", async () => {
  await using listening = await newListeningSite();
  const { owner, site, receiver, hook } = listening;
  const { hook: sibling } = await newHook(owner, site, receiver.url);
  const [newest = "", second = "", third = ""] = await addDeliveries(hook, "failed", [1, 24, 48, 72]);
  await addDeliveries(hook, "delivered", [30]);
  await addDeliveries(hook, "skipped", [30]);
  await addDeliveries(sibling, "failed", [30]);

  const since = ago(50);
  expect(await replayAll(owner, hook, { since, until: ago(2) })).toBe(2);
  const received = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
  await receiver.receives(2);
  expect(new Set(received())).toEqual(new Set([second, third]));
  for (const id of [second, third]) expect(await attempted(owner, hook, id, 1)).toMatchObject({ status: "delivered" });

  expect(await replayAll(owner, hook, { since })).toBe(1);
  await receiver.receives(3);
  expect(received().at(-1)).toBe(newest);
  expect(await replayAll(owner, hook, { since })).toBe(0);
});

test("a delivery that waits for its next attempt isn't sent by a replay of the failed ones", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, hook } = listening;
  receiver.behave((_, response) => response.writeHead(503).end());
  await start(await openWidget(site), "Hello");
  await receiver.receives(1);
  const id = (await deliveries(owner, hook))[0]?.id ?? "";
  await attempted(owner, hook, id, 1);
  await holdBack(id);
  const jobs = () => sql("SELECT id FROM pgboss.job WHERE name = 'webhook' AND data->>'id' = $1", [id]);
  const before = await jobs();
  expect(await replayAll(owner, hook, { since: hook.createdAt })).toBe(0);
  expect(await jobs()).toEqual(before);
});

test("each failed delivery is sent again once, though several requests replay them at the same time", async () => {
  await using listening = await newListeningSite();
  const { owner, receiver, hook } = listening;
  const hours = Array.from({ length: 30 }, (_, at) => at + 1);
  const ids = await addDeliveries(hook, "failed", hours);
  const counts = await Promise.all(Array.from({ length: 5 }, () => replayAll(owner, hook, { since: ago(100) })));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  await receiver.receives(30);
  // A job stays for an hour after it was done.
  const jobs = await sql("SELECT FROM pgboss.job WHERE name = 'webhook' AND data->>'id' = ANY ($1)", [ids]);
  expect(jobs).toHaveLength(30);
});

test("failed deliveries of a stopped webhook aren't sent again, and stay listed as failed", async () => {
  await using listening = await newListeningSite();
  const { owner, hook } = listening;
  await addDeliveries(hook, "failed", [1]);
  await patchHook(owner, hook, { stopped: true });
  const call = { token: owner.token, body: { since: ago(2) } };
  await refuse("conflict", "POST", `${hookPath(hook)}/deliveries/replay`, call);
  expect(await deliveries(owner, hook)).toMatchObject([{ status: "failed", attempts: 0 }]);
});

test("a replay of failed deliveries needs a time with its zone", async () => {
  await using listening = await newListeningSite();
  const { owner, hook } = listening;
  const path = `${hookPath(hook)}/deliveries/replay`;
  const { token } = owner;
  await refuseFields(["since"], "POST", path, { token, body: {} });
  for (const time of ["2026-12-01", "2026-12-01T08:00:00", "yesterday", null]) {
    await refuseFields(["since", "until"], "POST", path, { token, body: { since: time, until: time } });
  }
});

test("one request replays the oldest failed deliveries up to the maximum, and the next one the others", async () => {
  await using database = await openOwnDatabase({ OUTBOUND_ALLOWED_HOSTS: "127.0.0.1" });
  const run: Run = (text, values) => query(database.url, text, values);
  const [user] = await insertRows(run, "users", [{ email: "a@example.com", email_key: "a@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  const [workspaceId, siteId, endpointId] = [String(workspace?.id), String(site?.id), randomUUID()];
  await run(
    `INSERT INTO webhook_endpoints (id, workspace_id, site_id, url, events, secret, created_at, updated_at)
     VALUES ($1, $2, $3, 'http://127.0.0.1:9', '{message.created}', $4, now(), now())`,
    [endpointId, workspaceId, siteId, sealText(newWebhookSecret(), endpointId)],
  );
  const hours = Array.from({ length: REPLAYED_MAX + 2 }, (_, at) => (at + 1) / 100);
  const [newest, second] = await addDeliveries({ id: endpointId }, "failed", hours, run);

  const scope = soloScope({ userId: String(user?.id), workspaceId });
  const params = { siteId, endpointId };
  const failed = async () => {
    const rows = await run("SELECT id FROM webhook_deliveries WHERE status = 'failed' ORDER BY created_at DESC");
    return rows.map(({ id }) => id);
  };
  expect(await countReplayable(scope, params)).toBe(REPLAYED_MAX);
  expect(await replayFailed(scope, params, { since: ago(1_000) })).toBe(REPLAYED_MAX);
  expect(await failed()).toEqual([newest, second]);
  expect(await countReplayable(scope, params)).toBe(2);
  expect(await replayFailed(scope, params, { since: ago(1_000) })).toBe(2);
  const [jobs] = await run(
    `SELECT count(*)::int AS count, count(DISTINCT j.id)::int AS ids FROM pgboss.job j
     JOIN webhook_deliveries d ON d.job_id = j.id WHERE j.name = 'webhook' AND j.group_id = $1`,
    [endpointId],
  );
  expect(jobs).toEqual({ count: REPLAYED_MAX + 2, ids: REPLAYED_MAX + 2 });
});
