import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { limitBodyTime } from "../../../server/http/body-time.ts";
import { respondToClientError } from "../../../server/http/client-error.ts";

const SOON_MS = 50;
const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";

async function startServer(listener: RequestListener) {
  const server = createServer(listener).on("clientError", respondToClientError).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => undefined);
  return { server, open, [Symbol.dispose]: () => void server.close() };
}

test("a body that arrives after its request was refused isn't handled", async () => {
  const handled: string[] = [];
  using started = await startServer((request, response) => {
    limitBodyTime(started.server, request, SOON_MS);
    const handle = (body: string) => {
      handled.push(body);
      response.end();
    };
    text(request).then(handle, () => undefined);
  });
  const late = started.open();
  const closed = once(late, "close");
  late.write(`${HEAD}he`);
  const [response] = await once(late, "data");
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
  late.end("llo");
  await closed;

  const inTime = started.open();
  inTime.write(`${HEAD}hello`);
  await once(inTime, "data");
  inTime.destroy();
  expect(handled).toEqual(["hello"]);
});

test("nothing is written into a response that has begun", async () => {
  using started = await startServer((_, response) => {
    response.writeHead(200, { "Content-Length": 10 }).write("begun");
  });
  const client = started.open();
  const received = text(client);
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(client, "data");
  client.write("no request\r\n\r\n");
  expect((await received.catch(String)).endsWith("begun")).toBe(true);
});
