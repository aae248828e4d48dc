import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { hashAddress, sealAddress } from "#lib/outbox/channels/address.ts";
import { type AddressOf, CHANNEL_KINDS, type ChannelKind, URL_KINDS } from "#lib/outbox/channels/kinds.ts";
import { ask } from "../support/api-client.ts";
import { BOT_TOKEN, startBotApi } from "../support/bot-api.ts";
import { mailWorld } from "../support/mail-world.ts";
import { newSubscription } from "../support/push-subscription.ts";
import { startJobs } from "../support/start-jobs.ts";
import { type Received, startReceiver } from "../support/webhook-receiver.ts";

/*
 * Visitors write for SOAK_MINUTES while two processes run jobs, one of them is killed every few seconds, and some requests are
 * rejected. In the end each conversation was notified through each channel. Before that, the seconds to each channel.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 2);
const KILL_EVERY_MS = 4_000;
const WRITE_EVERY_MS = 300;
const MEASURED = 100;
const REFUSED = 1 / 10;
const CHAT = 42;

const CONVERSATION = /\/inbox\/([0-9a-f-]{36})/;

test("no notification is lost when the processes that send them are killed, through any channel", async () => {
  test.setTimeout((MINUTES + 8) * 60_000);
  const rejecting = { share: 0 };
  const arrivals: { kind: string; id: string; at: number }[] = [];
  const arrive = (kind: string, text: string) => {
    const [, id = ""] = CONVERSATION.exec(text.replaceAll("\\", "")) ?? [];
    arrivals.push({ kind, id, at: Date.now() });
  };
  await using receiver = await startReceiver((received, response) => {
    const isRefused = Math.random() < rejecting.share;
    response.writeHead(isRefused ? 503 : 201).end();
    if (!isRefused) arrive(kindOf(received), textOf(received));
  });
  const kindOf = ({ path, body }: Received) => {
    const kind = path.slice(1);
    // ntfy publishes to its server's root.
    return kind === "" ? String(JSON.parse(body).topic) : kind;
  };
  const browser = newSubscription(`${receiver.url}/push`);
  const textOf = (received: Received) => (received.path === "/push" ? browser.decrypt(received.bytes) : received.body);
  await using bot = await startBotApi(({ method, text = "" }) => {
    if (method === "sendMessage") arrive("telegram", text);
  });
  const settings = {
    RATE_LIMITS: "off",
    OUTBOUND_ALLOWED_HOSTS: "127.0.0.1",
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_URL: bot.url,
  };
  const world = await mailWorld(settings);
  const working = { ...settings, DATABASE_URL: world.database.url, BASE_URL: world.baseUrl };
  const { owner, site } = await world.newOwnerWithSite();
  const add = async <Kind extends ChannelKind>(kind: Kind, address: AddressOf[Kind]) => {
    const id = randomUUID();
    await world.sql(
      `INSERT INTO channels (id, user_id, kind, name, address, address_hash, created_at, updated_at)
       VALUES ($1, $2, $3, $3, $4, $5, now(), now())`,
      [id, owner.id, kind, sealAddress(kind, address, id), hashAddress(kind, address)],
    );
  };
  await add("push", { endpoint: browser.endpoint, keys: browser.keys });
  await add("telegram", { chatId: CHAT });
  for (const kind of URL_KINDS) await add(kind, { url: `${receiver.url}/${kind}` });

  const write = async (text: string) => {
    const { token } = await world.openWidget(site);
    const call = { token, baseUrl: world.baseUrl, body: { message: text } };
    return (await ask(StartConversationResponse, 201, "POST", "/public/conversations", call)).conversationId;
  };
  const left = async () => {
    const [row] = await world.sql<{ count: number }>(
      `SELECT (SELECT count(*) FROM notifications WHERE status = 'pending')::int
         + (SELECT count(*) FROM alerts WHERE seq = 0)::int AS count`,
    );
    return row?.count;
  };

  const workers = [await startJobs(working), await startJobs(working)];
  const sentAt = new Map<string, number>();
  for (let count = 0; count < MEASURED; count += 1) {
    const at = Date.now();
    sentAt.set(await write(`Message ${count}`), at);
    await pause(WRITE_EVERY_MS);
  }
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
  const seconds = Object.fromEntries(
    CHANNEL_KINDS.map((kind) => {
      const each = arrivals.flatMap(({ id, at, ...one }) => {
        const since = one.kind === kind && sentAt.get(id);
        return since ? [(at - since) / 1_000] : [];
      });
      const sorted = each.toSorted((a, b) => a - b);
      return [kind, { median: sorted[sorted.length >> 1], slowest: sorted.at(-1) }];
    }),
  );

  rejecting.share = REFUSED;
  let kills = 0;
  const written = [...sentAt.keys()];
  const until = Date.now() + MINUTES * 60_000;
  const killing = (async () => {
    while (Date.now() < until) {
      await pause(KILL_EVERY_MS);
      const [victim] = workers.splice(Math.floor(Math.random() * workers.length), 1);
      await victim?.stop("SIGKILL");
      kills += 1;
      workers.push(await startJobs(working));
    }
  })();
  while (Date.now() < until) {
    written.push(await write(`Message ${written.length}`));
    await pause(WRITE_EVERY_MS);
  }
  await killing;
  rejecting.share = 0;
  const leftNow = async () => {
    await world.sql("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    return left();
  };
  await expect.poll(leftNow, { timeout: 5 * 60_000, intervals: [2_000] }).toBe(0);

  const ends = await world.sql<{ channel: string; status: string; count: number }>(
    "SELECT channel, status, count(*)::int AS count FROM notifications GROUP BY 1, 2 ORDER BY 1, 2",
  );
  const counted = CHANNEL_KINDS.map((kind) => {
    const ids = arrivals.filter((one) => one.kind === kind).map(({ id }) => id);
    const reached = new Set(ids);
    expect(
      written.filter((id) => !reached.has(id)),
      kind,
    ).toEqual([]);
    return `${kind}: ${ids.length} for ${reached.size}`;
  });
  await Promise.all(workers.map((worker) => worker.stop()));
  await world.close();
  process.stdout.write(`${written.length} conversations, ${kills} kills; received: ${counted.join(", ")}\n`);
  process.stdout.write(`${JSON.stringify(ends)}\nseconds to each channel: ${JSON.stringify(seconds)}\n`);
});
