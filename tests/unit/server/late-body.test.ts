import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { limitBodyTime } from "../../../server/http/body-time.ts";
import { respondToClientError } from "../../../server/http/client-error.ts";

const SOON_MS = 50;
const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";

test("a body that arrives after its request was refused isn't handled", async () => {
  const handled: string[] = [];
  const server = createServer((request, response) => {
    limitBodyTime(server, request, SOON_MS);
    void handle(request, response).catch(() => undefined);
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    handled.push(await text(request));
    response.end();
  };
  server.on("clientError", respondToClientError).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => undefined);
  const closed = once(client, "close");
  client.write(`${HEAD}he`);
  const [response] = await once(client, "data");
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
  client.end("llo");
  await closed;

  // What comes in time still is.
  const other = connect({ port, host: "127.0.0.1" });
  other.write(`${HEAD}hello`);
  await once(other, "data");
  other.destroy();
  server.close();
  expect(handled).toEqual(["hello"]);
});
