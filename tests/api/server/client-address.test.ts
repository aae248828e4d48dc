import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { endpoint, route } from "#routes/route.ts";
import { runRoute } from "../../../server/mounted-route.ts";
import { provideSettings } from "../../support/provide-settings.ts";

const Answer = z.object({ address: z.string().nullable() });
const whoCalls = endpoint({
  caller: "anyone",
  summary: "Tell the caller's address",
  description: "As the service sees it.",
  response: Answer,
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
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
  await new Promise((resolve) => server.close(resolve));
  return Answer.parse(await answer.json()).address;
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

test("Next alone, which gives no address, tells a route none", async () => {
  const answer = await handlers.GET(new Request("http://localhost/"), { params: Promise.resolve({}) });
  expect(Answer.parse(await answer.json()).address).toBeNull();
});
