import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { startProcess } from "../../support/start-process.ts";

const SOCKETS = 300;

/** Connections that each send the beginning of a request and never the rest of it. */
async function openSlowSockets(port: number): Promise<{ sockets: Socket[]; received: Promise<string>[] }> {
  const opened = Array.from({ length: SOCKETS }, async () => {
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    socket.write("GET /sites HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    return socket;
  });
  const sockets = await Promise.all(opened);
  const received = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        let text = "";
        socket.setEncoding("latin1").on("data", (chunk) => {
          text += chunk;
        });
        socket.on("error", () => undefined).on("close", () => resolve(text));
      }),
  );
  return { sockets, received };
}

/** Sends the rest of a request once it's refused, and resolves when the connection is closed. */
async function sendAfterRefusal(port: number, path: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => undefined);
  const closed = once(socket, "close");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
  const [refusal] = await once(socket, "data");
  socket.end("x\r\n\r\n");
  await closed;
  return String(refusal);
}

test("a request isn't carried out if the rest of it arrives after it was refused", async () => {
  await using service = await startProcess("late-head", { LOG_LEVEL: "info" });
  expect(await sendAfterRefusal(service.port, "/labels")).toMatch(/^HTTP\/1\.1 408 /);
  await fetch(`${service.baseUrl}/sites`);
  const requests = async () => (await readFile(service.log, "utf8")).match(/"path":"[^"]*"/g);
  await expect.poll(requests).toContain('"path":"/sites"');
  expect(await requests()).not.toContain('"path":"/labels"');
});

test("the service serves everyone else while hundreds of clients send their headers slowly, and disconnects those (D8)", async () => {
  test.setTimeout(120_000);
  await using service = await startProcess("slow-clients");
  const { sockets, received } = await openSlowSockets(service.port);
  const ask = async () => (await fetch(`${service.baseUrl}/sites`)).status;
  // One byte more from time to time is no way to stay.
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("x");
  }, 2_000);
  const statuses: number[] = [];
  let areOpen = true;
  const closed = Promise.all(received).finally(() => {
    areOpen = false;
  });
  do statuses.push(await ask());
  while (areOpen && statuses.length < 50);
  const responses = await closed;
  clearInterval(drip);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(responses.filter((text) => text.startsWith("HTTP/1.1 408 "))).toHaveLength(SOCKETS);
  expect(await ask()).toBe(401);
});
