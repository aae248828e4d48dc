import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { type MessageJson, MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, askNothing, send } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  logIn,
  newConversation,
  newOwnerWithSite,
  openWidget,
  sendMessage,
} from "../support/factories.ts";
import { newRedis, requireRedis } from "../support/redis-server.ts";
import { startProcess } from "../support/start-process.ts";

// The reconciler would find what the bus has lost.
const BUS_ALONE = { without: ["reconciliation" as const] };

/** Two processes on one database that tell each other through it, the first being the service under test. */
async function pairByPostgres() {
  const second = await startProcess("second", {}, BUS_ALONE);
  const dispose = () => second[Symbol.asyncDispose]();
  return { first: { baseUrl: testEnvironment.baseUrl }, second, [Symbol.asyncDispose]: dispose };
}

/** Two processes on one database that tell each other through a Redis. */
async function pairByRedis() {
  requireRedis();
  const redis = await newRedis();
  await redis.start();
  const settings = { REDIS_URL: redis.url, JOBS: "off" };
  const [first, second] = await Promise.all([
    startProcess("first", settings, BUS_ALONE),
    startProcess("second", settings, BUS_ALONE),
  ]);
  const dispose = async () => {
    await Promise.all([first.stop(), second.stop()]);
    await redis.kill();
  };
  return { first, second, [Symbol.asyncDispose]: dispose };
}

// One file, in one go: each of these tests has its processes to itself.
test.describe.configure({ mode: "serial" });

for (const [way, startPair] of Object.entries({ PostgreSQL: pairByPostgres, Redis: pairByRedis })) {
  test(`through ${way}, two processes are one service: what happens in one shows in the streams of the other`, async () => {
    await using pair = await startPair();
    const { baseUrl } = pair.first;
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    await using inboxThere = await ownerStream(owner, pair.second);
    await using widgetThere = await visitorStream(visitor, pair.second);

    const say = (text: string) => ({ token: visitor.token, body: { message: text }, baseUrl });
    const call = say("Sent to the first");
    const started = await ask(StartConversationResponse, 201, "POST", "/public/conversations", call);
    expect((await inboxThere.next("message.created")).message).toEqual(started.message);
    expect((await widgetThere.next("message.created")).message).toEqual(started.message);

    const path = `/public/conversations/${started.conversationId}/messages`;
    await Promise.all(Array.from({ length: 60 }, (_, at) => ask(MessageResponse, 201, "POST", path, say(`${at}`))));
    await inboxThere.next("message.created", ({ message }) => message.seq === 61);
    const seqs = inboxThere.received
      .filter(({ name }) => name === "message.created")
      .map(({ data }) => (data as { message: { seq: number } }).message.seq);
    expect(seqs).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));

    const typing = `/conversations/${started.conversationId}/typing`;
    await askNothing("POST", typing, { token: owner.token, baseUrl });
    await widgetThere.next("typing");

    await using sessionThere = await ownerStream(await logIn(owner), pair.second);
    expect(sessionThere.names()).toEqual(["ready"]);
    await askNothing("DELETE", `/sites/${site.id}`, { token: owner.token, baseUrl });
    expect(await widgetThere.ended).toBe("closed");
    await inboxThere.next("resync");
  });
}

test("recovers after its notification connection is cut, and makes its clients refetch (D11)", async () => {
  await using second = await startProcess("second");
  const { owner, visitor, id } = await newConversation();
  await using stream = await ownerStream(owner, second);
  // The newest of these connections is the second process's: it began to listen with this stream.
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'site-inbox-listen' AND datname = current_database() ORDER BY backend_start DESC LIMIT 1`;
  await query(testEnvironment.databaseUrl, cut);
  await stream.next("resync");
  await sendMessage(visitor, id, "After the cut");
  expect((await stream.next("message.created")).message.body).toBe("After the cut");
});

test("at SIGTERM, ends all streams and then itself in time, having stored all that it acknowledged", async () => {
  await using second = await startProcess("second");
  const { owner, visitor, id } = await newConversation();
  const streams = await Promise.all([
    ...Array.from({ length: 20 }, () => ownerStream(owner, second)),
    ...Array.from({ length: 10 }, () => visitorStream(visitor, second)),
  ]);
  const acknowledged: MessageJson[] = [];
  const sendUntilRefused = async () => {
    const path = `/public/conversations/${id}/messages`;
    const call = { token: visitor.token, body: { message: "Is it there?" }, baseUrl: second.baseUrl };
    for (;;) {
      const response = await send("POST", path, call).catch(() => undefined);
      if (response?.status !== 201) return response?.status ?? 503;
      acknowledged.push(MessageResponse.parse(JSON.parse(response.text)).message);
    }
  };
  const senders = Array.from({ length: 8 }, sendUntilRefused);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
  const code = second.stop();
  expect(await Promise.all(streams.map((stream) => stream.ended))).toEqual(streams.map(() => "closed"));
  expect(await code).toBe(0);
  expect(new Set(await Promise.all(senders))).toEqual(new Set([503]));
  const stored = new Map((await allMessages(owner, id)).map((message) => [message.id, message]));
  expect(acknowledged.filter((message) => stored.get(message.id)?.seq !== message.seq)).toEqual([]);
});
