import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { createClient } from "@redis/client";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { scratchDatabase } from "../support/database.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import { newConversation } from "../support/factories.ts";
import { newRedis, requireRedis, type TestRedis } from "../support/redis-server.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

test.beforeEach(requireRedis);
test.describe.configure({ mode: "serial" });

/** Two processes with a Redis, a conversation, and its owner's and visitor's streams in the second of them. */
async function connectedPair(redis: TestRedis) {
  const settings = { REDIS_URL: redis.url, JOBS: "off", LOG_LEVEL: "info" };
  const [first, second] = await Promise.all([startProcess("first", settings), startProcess("second", settings)]);
  const place = await newConversation();
  const [inbox, widget] = await Promise.all([ownerStream(place.owner, second), visitorStream(place.visitor, second)]);
  const path = `/public/conversations/${place.id}/messages`;
  const say = (message: string) => {
    const call = { token: place.visitor.token, body: { message }, baseUrl: first.baseUrl };
    return ask(MessageResponse, 201, "POST", path, call);
  };
  const typeAsOwner = () =>
    askNothing("POST", `/conversations/${place.id}/typing`, { token: place.owner.token, baseUrl: first.baseUrl });
  const dispose = async () => {
    await Promise.all([inbox[Symbol.asyncDispose](), widget[Symbol.asyncDispose]()]);
    await Promise.all([first.stop(), second.stop()]);
  };
  return { ...place, first, second, inbox, widget, say, typeAsOwner, [Symbol.asyncDispose]: dispose };
}

type Pair = Awaited<ReturnType<typeof connectedPair>>;

const bodiesOf = ({ received }: { received: { name: string; data: unknown }[] }) =>
  received
    .filter(({ name }) => name === "message.created")
    .map(({ data }) => (data as { message: { body: string } }).message.body);

/** Only a notification reports typing, so once it arrives again, the second process hears the first through Redis. */
async function untilHeard({ widget, typeAsOwner }: Pair): Promise<void> {
  const timesHeard = () => widget.names().filter((name) => name === "typing").length;
  const before = timesHeard();
  const typeAndCount = async () => {
    await typeAsOwner();
    return timesHeard();
  };
  await expect.poll(typeAndCount, { timeout: 20_000 }).toBeGreaterThan(before);
}

/** What a process said of Redis. */
async function wordsOn(log: string): Promise<string[]> {
  const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line).msg).filter((words: string) => /others?\b/.test(words));
}

test.describe("two processes that found their Redis", () => {
  const running = new AsyncDisposableStack();
  let redis: TestRedis;
  let pair: Pair;

  test.beforeAll(async () => {
    requireRedis();
    redis = running.use(await newRedis());
    await redis.start();
    pair = running.use(await connectedPair(redis));
  });
  test.afterAll(() => running.disposeAsync());

  test("misses nothing while Redis is killed and restarted, logs that once, and never logs its password", async () => {
    test.setTimeout(60_000);
    const { inbox, say } = pair;
    await untilHeard(pair);
    await say("before");
    await inbox.next("message.created");
    await redis.kill();
    const meanwhile = ["one while away", "two while away", "three while away"];
    for (const text of meanwhile) await say(text);
    await inbox.next("message.created", ({ message }) => message.body === "three while away");
    expect(inbox.names()).not.toContain("resync");

    await redis.start();
    await inbox.next("resync");
    await untilHeard(pair);
    await say("after");
    await inbox.next("message.created", ({ message }) => message.body === "after");
    expect(bodiesOf(inbox)).toEqual(["before", ...meanwhile, "after"]);

    expect(await wordsOn(pair.second.log)).toEqual([
      "change notifications from other processes do not arrive; polling for changes and reconnecting",
      "connected to the other processes again",
    ]);
    expect(await wordsOn(pair.first.log)).toEqual([
      "change notifications could not be sent; other processes find the changes by polling",
    ]);
    const logs = (await readFile(pair.first.log, "utf8")) + (await readFile(pair.second.log, "utf8"));
    expect(logs).not.toContain(new URL(redis.url).password);
  });

  test("does not wait for a Redis that accepts connections and never responds", async () => {
    test.setTimeout(60_000);
    await pair.say("before");
    await pair.inbox.next("message.created", ({ message }) => message.body === "before");
    redis.hang();
    await pair.say("while it hangs");
    await pair.inbox.next("message.created", ({ message }) => message.body === "while it hangs");
    await using late = await ownerStream(pair.owner, pair.first);
    await pair.say("to a stream opened meanwhile");
    await late.next("message.created");
    await redis.kill();
    await redis.start();
    await pair.inbox.next("resync");
  });
});

test("starts and works without Redis, and uses it as soon as it's there", async () => {
  test.setTimeout(60_000);
  await using redis = await newRedis();
  await using pair = await connectedPair(redis);
  const { seq } = (await pair.say("without Redis")).message;
  await pair.inbox.next("conversation.updated", (data) => "conversation" in data && data.conversation.lastSeq === seq);
  await redis.start();
  await pair.inbox.next("resync");
  await untilHeard(pair);
});

test("keeps the services of several databases on one Redis apart, and sends no message text through it", async () => {
  await using redis = await newRedis();
  await redis.start();
  const heard: { channel: string; payload: string }[] = [];
  const spy = createClient({ url: redis.url });
  await spy.connect();
  await spy.pSubscribe("*", (payload, channel) => void heard.push({ channel, payload }));

  for (const name of ["one", "other"]) {
    await using database = await scratchDatabase();
    await using service = await startProcess(name, { DATABASE_URL: database.url, REDIS_URL: redis.url });
    const { token, siteKey } = await signUp(service.baseUrl);
    const post = async (path: string, body: object, headers = {}) => {
      const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers } };
      return (await fetch(service.baseUrl + path, { ...init, body: JSON.stringify(body) })).json();
    };
    expect(token).toBeTruthy();
    const visitor = await post("/public/widget-session", { siteKey });
    const before = heard.length;
    await post("/public/conversations", { message: "private words" }, { Authorization: `Bearer ${visitor.token}` });
    await expect.poll(() => heard.length).toBeGreaterThan(before);
  }
  spy.destroy();
  expect(new Set(heard.map(({ channel }) => channel)).size).toBe(2);
  for (const { channel } of heard) expect(channel).toMatch(/^site-inbox:[0-9a-f]{32}:notices$/);
  expect(JSON.stringify(heard)).not.toContain("private words");
});

test("reports in /metrics that it's cut off from other processes while Redis hangs, and stays ready", async () => {
  test.setTimeout(60_000);
  const METRICS_TOKEN = "a-token-for-metrics-1";
  await using redis = await newRedis();
  await redis.start();
  await using service = await startProcess("cut-off", { REDIS_URL: redis.url, JOBS: "off", METRICS_TOKEN });
  const { owner } = await newConversation();
  await using _stream = await ownerStream(owner, service);
  const cutOff = async () => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${service.baseUrl}/metrics`, { headers })).text();
    return /^site_inbox_processes_cut_off (\d+)$/m.exec(text)?.[1];
  };
  expect(await cutOff()).toBe("0");
  redis.hang();
  await expect.poll(cutOff, { timeout: 20_000 }).toBe("1");
  expect((await fetch(`${service.baseUrl}/health/ready`)).status).toBe(200);
  await redis.kill();
  await redis.start();
  await expect.poll(cutOff, { timeout: 20_000 }).toBe("0");
});
