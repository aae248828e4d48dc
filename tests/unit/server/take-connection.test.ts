import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@playwright/test";
import { takeConnection } from "../../../server/http/take-connection.ts";

type Served = [request: IncomingMessage, response: ServerResponse];

/** A server that leaves its requests to the test, and a connection to it that has sent something. */
async function newConnection(sent: string, options: { keepAliveTimeout?: number } = {}) {
  const server: Server = createServer({
    connectionsCheckingInterval: 20,
    requestTimeout: 40,
    headersTimeout: 40,
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const read: string[] = [];
  client.on("data", (text) => read.push(String(text))).on("error", () => undefined);
  const served: Served[] = [];
  server.on("request", (...one: Served) => served.push(one));
  client.write(sent);
  const [request, response] = (await once(server, "request")) as Served;
  if (!request.complete) await once(request.resume(), "end");
  const dispose = async () => {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, client, served, request, response, text: () => read.join(""), [Symbol.asyncDispose]: dispose };
}

const GET = "GET /events HTTP/1.1\r\nHost: x\r\n\r\n";

const take = (response: ServerResponse): Socket => {
  const connection = takeConnection(response, 200);
  if (!connection) throw new Error("not taken");
  return connection;
};

test("what's written to a connection that was taken is the response's body, which ends with the connection", async () => {
  await using made = await newConnection(GET);
  made.response.setHeader("Content-Type", "text/event-stream");
  const connection = take(made.response);
  connection.write("one\n");
  await once(made.client, "data");
  connection.write("two\n");
  connection.end();
  await once(made.client, "close");
  const [head = "", body] = made.text().split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
  expect(head).toMatch(/^Connection: close$/m);
  expect(head).toMatch(/^Content-Type: text\/event-stream$/m);
  expect(head).not.toMatch(/transfer-encoding|content-length/i);
  expect(body).toBe("one\ntwo\n");
});

test("a connection that was taken keeps neither its request nor its response, and outlasts Node's timeouts", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { server, client, weak, connection } = await (async () => {
    const { server, client, served, request, response } = await newConnection(GET, { keepAliveTimeout: 20 });
    served.length = 0;
    return { server, client, connection: take(response), weak: [new WeakRef(request), new WeakRef(response)] };
  })();
  await expect
    .poll(() => {
      collect();
      return weak.map((one) => one.deref() === undefined);
    })
    .toEqual([true, true]);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  connection.write("still there");
  await once(client, "data");
  expect(client.destroyed).toBe(false);
  client.destroy();
  await closed;
});

for (const [what, act] of Object.entries({
  "sends more": (client: Socket) => client.write(GET),
  "ends its side": (client: Socket) => client.end(),
  "hangs up": (client: Socket) => client.destroy(),
  "resets it": (client: Socket) => client.resetAndDestroy(),
})) {
  test(`a connection that was taken closes when its client ${what}`, async () => {
    await using made = await newConnection(GET);
    const connection = take(made.response);
    let requests = 0;
    made.server.on("request", () => {
      requests += 1;
    });
    act(made.client);
    await new Promise((resolve) => connection.once("close", resolve));
    expect(requests).toBe(0);
  });
}

test("a connection isn't taken from a response that has to wait, has no body, or has lost it", async () => {
  {
    await using made = await newConnection(`${GET}${GET}`);
    const second = made.served[1]?.[1];
    if (!second) throw new Error("one request came");
    expect(takeConnection(second, 200)).toBeNull();
    expect(second.headersSent).toBe(false);
    // Without its connection, Node would never end the second one.
    expect(takeConnection(made.response, 200)).toBeNull();
    made.client.destroy();
    await once(second, "close");
  }
  {
    await using made = await newConnection(GET.replace("GET", "HEAD"));
    expect(takeConnection(made.response, 200)).toBeNull();
  }
  await using made = await newConnection(GET);
  made.client.destroy();
  await once(made.response, "close");
  expect(takeConnection(made.response, 200)).toBeNull();
});
