import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { WidgetSessionResponse } from "#lib/widget/widget-sessions/schema.ts";
import { ask, readProblem, send } from "../support/api-client.ts";
import { type ScratchDatabase, scratchDatabase } from "../support/database.ts";
import { visitorStream } from "../support/event-stream.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

// The least number of streams that may be opening at a time.
const OPENING = 100;

type Shop = {
  database: ScratchDatabase;
  service: Awaited<ReturnType<typeof startProcess>>;
  token: string;
  siteKey: string;
};

let shop: Shop;

test.beforeAll(async () => {
  const database = await scratchDatabase();
  const service = await startProcess("shop", { DATABASE_URL: database.url, LIMIT_STREAMS: String(OPENING) });
  shop = { database, service, ...(await signUp(service.baseUrl)) };
});

test.afterAll(async () => {
  await shop.service.stop();
  await shop.database.drop();
});

/** A visitor who sent a message, and what the owner does about them. */
async function newVisitor() {
  const { service, token, siteKey } = shop;
  const { baseUrl } = service;
  const visitor = await ask(WidgetSessionResponse, 201, "POST", "/public/widget-session", {
    body: { siteKey },
    baseUrl,
  });
  const { conversationId: id } = await ask(StartConversationResponse, 201, "POST", "/public/conversations", {
    token: visitor.token,
    body: { message: "Hello" },
    baseUrl,
  });
  const reply = async (message: string) => {
    const sent = await send("POST", `/conversations/${id}/messages`, { token, body: { message }, baseUrl });
    expect(sent.status).toBe(201);
  };
  const block = () => send("PATCH", `/conversations/${id}`, { token, body: { visitorBlocked: true }, baseUrl });
  return { service, visitor, id, reply, block };
}

/** Keeps the service from checking who may have a stream, and from nothing else that a test does. */
async function holdChecks() {
  const held = await holdTransaction(shop.database.url);
  await held.run("LOCK TABLE deletions IN ACCESS EXCLUSIVE MODE");
  return held;
}

/** Asks for a stream and returns the connection with what has come over it. */
function askForStream(port: number, token: string) {
  const socket = connect(port, "127.0.0.1");
  const came = { text: "" };
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    came.text += text;
  });
  socket.on("error", () => undefined);
  socket.write(`GET /public/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return { socket, came };
}

test("a visitor's stream begins with their conversations and read positions, so nothing has to be fetched", async () => {
  const { service, visitor, id, reply } = await newVisitor();
  await reply("Hi");
  await using stream = await visitorStream(visitor, service);
  expect(stream.received[0]?.data).toEqual({
    listed: [
      expect.objectContaining({ id, status: "open", lastSeq: 2, unreadCount: 1, read: { owner: 2, visitor: 1 } }),
    ],
  });
});

test("events that happen while a stream is being opened come after ready", async () => {
  const { service, visitor, reply } = await newVisitor();
  // The first stream of a process waits for more than a check.
  await using _first = await visitorStream(visitor, service);
  await using held = await holdChecks();
  const { socket, came } = askForStream(service.port, visitor.token);
  await held.untilWaitedFor();
  await reply("Meanwhile");
  await held.end("ROLLBACK");
  await expect.poll(() => came.text).toContain("Meanwhile");
  const events = [...came.text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
  expect(events.slice(0, 2)).toEqual(["ready", "message.created"]);
  expect(came.text).toMatch(/"body":"Meanwhile".+"seq":2/);
  socket.destroy();
});

test("a visitor who is blocked while their stream is being opened gets 403 and no event", async () => {
  const { service, visitor, reply, block } = await newVisitor();
  const first = await visitorStream(visitor, service);
  await using held = await holdChecks();
  const { socket, came } = askForStream(service.port, visitor.token);
  await held.untilWaitedFor();
  await reply("Not for you");
  expect((await block()).status).toBe(200);
  expect(await first.ended).toBe("closed");
  await held.end("ROLLBACK");
  await expect.poll(() => came.text).toContain("\r\n\r\n{");
  expect(came.text).toContain("HTTP/1.1 403");
  expect(came.text).toContain('"code":"not_accepted"');
  expect(came.text).not.toContain("Not for you");
  socket.destroy();
});

test("while too many streams are being opened, the next gets 503 with Retry-After, and the others open", async () => {
  const { service, visitor } = await newVisitor();
  await using held = await holdChecks();
  const opening = Array.from({ length: OPENING }, () => askForStream(service.port, visitor.token));
  await held.untilWaitedFor();
  const call = { token: visitor.token, baseUrl: service.baseUrl };
  await expect.poll(async () => (await send("HEAD", "/public/events", call)).status).toBe(503);
  const refused = await send("GET", "/public/events", call);
  readProblem(refused, "unavailable");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  // Other requests are served as usual.
  expect((await send("GET", "/public/conversations", call)).status).toBe(200);
  await held.end("ROLLBACK");
  await expect.poll(() => opening.every(({ came }) => came.text.includes("event: ready"))).toBe(true);
  await using _after = await visitorStream(visitor, service);
  for (const { socket } of opening) socket.destroy();
});
