import { test as base, expect } from "@playwright/test";
import { readEventStream, type StreamEnd } from "#client/event-stream.ts";
import type { WireEvent } from "#client/live-event.ts";
import { beginStream, type EventServer, READY, sse, startEventServer } from "../../support/event-server.ts";
import { manualClock } from "../../support/manual-clock.ts";

const test = base.extend<{ server: EventServer }>({
  server: async ({ baseURL: _ }, use) => {
    const server = await startEventServer();
    await use(server);
    await server.close();
  },
});

function read(url: string, headers: Record<string, string> = {}) {
  const { clock, pass } = manualClock();
  const stopping = new AbortController();
  const events: WireEvent[] = [];
  let onEvent = (_event: WireEvent) => {};
  const ended: Promise<StreamEnd> = readEventStream({
    url,
    headers,
    credentials: "omit",
    fetch,
    clock,
    signal: stopping.signal,
    onBytes: () => {},
    onEvent: (event) => {
      events.push(event);
      onEvent(event);
    },
  });
  return {
    ended,
    events,
    pass,
    stop: () => stopping.abort(),
    listen: (listener: (event: WireEvent) => void) => {
      onEvent = listener;
    },
  };
}

test("the request has the given headers, and accepts events", async ({ server }) => {
  const stream = read(server.url, { Authorization: "Bearer one" });
  const { request, response } = await server.next();
  expect(request.headers).toMatchObject({ authorization: "Bearer one", accept: "text/event-stream" });
  response.writeHead(204).end();
  expect(await stream.ended).toEqual({ reason: "status", status: 204, retryAfterMs: 0, isOurs: false });
});

test("characters that arrive in halves are decoded", async ({ server }) => {
  const stream = read(server.url);
  const bytes = Buffer.from(sse("typing", { text: "é😀\u2028" }));
  const response = beginStream(await server.next());
  for (const byte of bytes) {
    response.write(Uint8Array.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
  expect(await stream.ended).toEqual({ reason: "closed" });
  expect(stream.events).toEqual([{ type: "typing", data: { text: "é😀\u2028" } }]);
});

test("an event cut off by a lost connection isn't reported", async ({ server }) => {
  const stream = read(server.url);
  const first = new Promise((resolve) => stream.listen(resolve));
  const response = beginStream(await server.next(), sse("read", { seq: 1 }), 'event: read\ndata: {"seq":2}\n');
  await first;
  response.destroy();
  expect(await stream.ended).toEqual({ reason: "network" });
  expect(stream.events).toEqual([{ type: "read", data: { seq: 1 } }]);
});

test("nothing is reported once it's stopped, even if it has arrived already", async ({ server }) => {
  const stream = read(server.url);
  stream.listen(() => stream.stop());
  beginStream(await server.next(), sse("read", { seq: 1 }) + sse("read", { seq: 2 }));
  expect(await stream.ended).toEqual({ reason: "stopped" });
  expect(stream.events).toEqual([{ type: "read", data: { seq: 1 } }]);
});

test("gives up on a response that doesn't begin within 10 s, as behind a buffering proxy", async ({ server }) => {
  const stream = read(server.url);
  await server.next();
  await stream.pass(10_000);
  expect(await stream.ended).toEqual({ reason: "silent" });
});

test("gives up if no byte follows the headers within 10 s", async ({ server }) => {
  const stream = read(server.url);
  beginStream(await server.next());
  await stream.pass(0);
  await stream.pass(10_000);
  expect(await stream.ended).toEqual({ reason: "silent" });
});

test("gives up on a stream that falls silent for 45 s", async ({ server }) => {
  const stream = read(server.url);
  const first = new Promise((resolve) => stream.listen(resolve));
  beginStream(await server.next(), READY);
  await first;
  await stream.pass(45_000);
  expect(await stream.ended).toEqual({ reason: "silent" });
});

test("reports why the server refused, and for how long", async ({ server }) => {
  const stream = read(server.url);
  (await server.next()).response.writeHead(429, { "Retry-After": "7" }).end("{}");
  expect(await stream.ended).toEqual({ reason: "status", status: 429, retryAfterMs: 7000, isOurs: false });
});

test("doesn't accept a page as a stream, because a network may respond in the server's place", async ({ server }) => {
  const stream = read(server.url);
  (await server.next()).response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Log in to this network</h1>");
  expect(await stream.ended).toEqual({ reason: "strange" });
});

test("ends a stream with an unreadable event", async ({ server }) => {
  const stream = read(server.url);
  beginStream(await server.next(), "event: read\ndata: {oops\n\n", sse("read", { seq: 2 }));
  expect(await stream.ended).toEqual({ reason: "strange" });
  expect(stream.events).toEqual([]);
});

test("reports an unreachable server", async ({ server }) => {
  await server.close();
  expect(await read(server.url).ended).toEqual({ reason: "network" });
});
