import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { expect, test } from "@playwright/test";
import { toResponse } from "#platform/http/response.ts";
import { EventStream } from "#platform/live/event-stream.ts";
import { sendResponse } from "../../../server/http/send-response.ts";

const CHUNK = new Uint8Array(16 * 1024).fill(97);

test("disconnects a reader who doesn't read once a megabyte waits, so memory stays bounded (D9)", async () => {
  let closings = 0;
  const stream = new EventStream(() => closings++);
  const reader = stream.toWebStream().getReader();
  for (let at = 0; at < 60; at += 1) stream.write(CHUNK);
  expect(closings).toBe(0);
  for (let at = 0; at < 50; at += 1) stream.write(CHUNK);
  expect(closings).toBe(1);
  await expect(reader.read()).rejects.toThrow("too slow");
});

test("keeps a reader who reads, however much arrives", async () => {
  let closings = 0;
  const stream = new EventStream(() => closings++);
  const reader = stream.toWebStream().getReader();
  for (let at = 0; at < 100; at += 1) {
    stream.write(CHUNK);
    expect((await reader.read()).value).toHaveLength(CHUNK.length);
  }
  stream.end();
  expect((await reader.read()).done).toBe(true);
  expect(closings).toBe(1);
});

test("keeps the order of what's written before anyone reads, and ends immediately if it was ended by then", async () => {
  const stream = new EventStream(() => undefined);
  stream.write(Buffer.from("first "));
  stream.end();
  stream.write(Buffer.from("late"));
  const sent: string[] = [];
  const note = (what: string) => () => void sent.push(what);
  stream.attach({ write: (chunk) => sent.push(Buffer.from(chunk).toString()), end: note("end"), cut: note("cut") });
  expect(sent).toEqual(["first ", "end"]);
});

type Serve = (newStream: () => EventStream) => RequestListener;
const ways: [way: string, serve: Serve][] = [
  [
    "our own server",
    (newStream) => (_request, response) =>
      sendResponse({ status: 200, headers: new Map(), body: newStream() }, response),
  ],
  [
    "a reader of a Response",
    (newStream) => getRequestListener(() => toResponse({ status: 200, headers: new Map(), body: newStream() })),
  ],
];
for (const [way, serve] of ways)
  test(`${way} releases the connection of a disconnected reader, and of one who left (D9)`, async () => {
    let made: ((stream: EventStream) => void) | undefined;
    let closings = 0;
    const server = createServer(
      serve(() => {
        const stream = new EventStream(() => closings++);
        made?.(stream);
        return stream;
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const opened = () => {
      const stream = new Promise<EventStream>((resolve) => {
        made = resolve;
      });
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return { stream, socket, closed };
    };

    const stuck = opened();
    const writing = await stuck.stream;
    stuck.socket.pause();
    // The sockets' own buffers take some megabytes before anything waits with us.
    for (let turn = 0; turn < 4000 && closings === 0; turn += 1) {
      writing.write(CHUNK);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(closings).toBe(1);
    stuck.socket.resume();
    await stuck.closed;

    const leaving = opened();
    const left = await leaving.stream;
    leaving.socket.destroy();
    await expect.poll(() => closings).toBe(2);
    left.write(CHUNK);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
