import { expect, test } from "@playwright/test";
import { query } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  deleteSite,
  logIn,
  newConversation,
  newOwnerWithSite,
  openWidget,
  sendMessage,
  start,
} from "../support/people.ts";
import { startService } from "../support/start-service.ts";

/** A second process on the database of the service under test. */
async function secondProcess() {
  const service = await startService({
    settings: {
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: testEnvironment.databaseUrl,
      AUTH_SECRET: testEnvironment.authSecret,
      LOG_LEVEL: "warn",
    },
    log: test.info().outputPath("second.log"),
  });
  return { ...service, [Symbol.asyncDispose]: async () => void (await service.stop()) };
}

// One file, in one go: each of these tests has the second process to itself.
test.describe.configure({ mode: "serial" });

test("two processes on one database are one service: what happens in one shows in the streams of the other", async () => {
  await using second = await secondProcess();
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using inboxThere = await ownerStream(owner, second);
  await using widgetThere = await visitorStream(visitor, second);

  const { conversationId, message } = await start(visitor, "Sent to the first");
  expect((await inboxThere.next("message.created")).message).toEqual(message);
  expect((await widgetThere.next("message.created")).message).toEqual(message);

  const burst = Array.from({ length: 60 }, (_, at) => sendMessage(visitor, conversationId, `${at}`));
  await Promise.all(burst);
  await inboxThere.next("message.created", ({ message }) => message.seq === 61);
  const seqs = inboxThere.received
    .filter(({ name }) => name === "message.created")
    .map(({ data }) => (data as { message: { seq: number } }).message.seq);
  expect(seqs).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));

  await using sessionThere = await ownerStream(await logIn(owner), second);
  expect(sessionThere.names()).toEqual(["ready"]);
  await deleteSite(owner, site);
  expect(await widgetThere.ended).toBe("closed");
  await inboxThere.next("resync");
});

test("hears again after its connection for notices is cut, and tells its clients to fetch again", async () => {
  await using second = await secondProcess();
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

test("ends all streams at SIGTERM and then itself, in good time", async () => {
  const second = await secondProcess();
  const { owner, visitor } = await newConversation();
  const streams = await Promise.all([
    ...Array.from({ length: 20 }, () => ownerStream(owner, second)),
    ...Array.from({ length: 10 }, () => visitorStream(visitor, second)),
  ]);
  const code = second.stop();
  expect(await Promise.all(streams.map((stream) => stream.ended))).toEqual(streams.map(() => "closed"));
  expect(await code).toBe(0);
});
