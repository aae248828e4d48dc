import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { withRequestContext } from "#platform/request-context.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";
import { addressOf, rememberAddress, runRoute } from "../../../server/http/mounted-route.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const AddressResponse = z.object({ address: z.string().nullable() });
const whoCalls = endpoint({
  caller: "anyone",
  summary: "Tell the caller's address",
  description: "As the service sees it.",
  response: AddressResponse,
  handler: async ({ clientAddress }) => ({ address: clientAddress }),
});
const handlers = route({ GET: whoCalls });

/** Returns the caller's address as a server behind this many proxies sees it. */
async function addressSeen(TRUSTED_PROXY_HOPS: number, forwardedFor: string[], host = "127.0.0.1") {
  provideSettings({ TRUSTED_PROXY_HOPS: String(TRUSTED_PROXY_HOPS) });
  const server = createServer((request, response) => void runRoute({ handlers, params: {} }, request, response));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const headers = new Headers(forwardedFor.map((value) => ["X-Forwarded-For", value]));
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
  await new Promise((resolve) => server.close(resolve));
  return AddressResponse.parse(await response.json()).address;
}

test("without a trusted proxy, a route gets the socket's address, and no header changes it", async () => {
  expect(await addressSeen(0, [])).toBe("127.0.0.1");
  expect(await addressSeen(0, ["203.0.113.7"])).toBe("127.0.0.1");
});

test("behind a configured number of proxies, a route gets the address that the outermost one saw", async () => {
  expect(await addressSeen(1, ["8.8.8.8, 203.0.113.7"])).toBe("203.0.113.7");
  expect(await addressSeen(2, ["8.8.8.8", "203.0.113.7, 10.0.0.2"])).toBe("203.0.113.7");
  expect(await addressSeen(2, ["203.0.113.7"])).toBe("127.0.0.1");
});

test("an IPv4 caller of a server that listens on IPv6 has an IPv4 address", async () => {
  expect(await addressSeen(0, [], "::")).toBe("127.0.0.1");
});

test("the address of a caller who hung up is still known", async () => {
  provideSettings({});
  const server = createServer().on("connection", rememberAddress).listen(0, "127.0.0.1");
  await once(server, "listening");
  const caller = connect((server.address() as AddressInfo).port, "127.0.0.1");
  caller.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [request]: IncomingMessage[] = await once(server, "request");
  caller.destroy();
  if (!request) throw new Error("there is no request");
  if (!request.socket.closed) await once(request.socket, "close");
  expect(addressOf(request)).toBe("127.0.0.1");
  await new Promise((resolve) => server.close(resolve));
});

const callAsNext = () => handlers.GET(new Request("http://localhost/"), { params: Promise.resolve({}) });

test("a route that Next runs in development gets the address from our server", async () => {
  for (const address of ["203.0.113.7", null]) {
    const response = await withRequestContext({ address, mayRunRoutes: true }, callAsNext);
    expect(AddressResponse.parse(await response.json()).address).toBe(address);
  }
});

test("a route that Next runs in production, or outside of our server, responds with 404", async () => {
  const inProduction = await withRequestContext({ address: "203.0.113.7", mayRunRoutes: false }, callAsNext);
  expect(inProduction.status).toBe(404);
  expect((await callAsNext()).status).toBe(404);
});
