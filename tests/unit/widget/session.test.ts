import { createServer } from "node:http";
import { test as base, expect } from "@playwright/test";
import { createSession } from "../../../widget/panel/session.ts";
import { sharedMemory } from "../../support/shared-memory.ts";

type Given = { sessions: number; lifetimeMs: number };

/** A server that gives out sessions of a lifetime, on our own origin as the panel sees it. */
const test = base.extend<{ server: Given }>({
  server: async ({ baseURL: _ }, use) => {
    const given: Given = { sessions: 0, lifetimeMs: 0 };
    const server = createServer((_request, response) => {
      given.sessions++;
      const expiresAt = new Date(Date.now() + given.lifetimeMs).toISOString();
      const session = { token: `token ${given.sessions}`, expiresAt, visitorId: "v", visitorToken: "t" };
      response.writeHead(201, { "Content-Type": "application/json" }).end(JSON.stringify(session));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = Object(server.address()) as { port: number };
    const { fetch, performance } = globalThis;
    globalThis.fetch = (path, init) => fetch(`http://127.0.0.1:${address.port}${path}`, init);
    await use(given);
    Object.assign(globalThis, { fetch, performance });
    server.closeAllConnections();
    server.close();
  },
});

const openSession = () =>
  createSession({ siteKey: "key", storage: sharedMemory().openTab(), locks: undefined, onResult: () => {} });

test("a token is renewed a minute before it expires, since a stream ends with its token", async ({ server }) => {
  server.lifetimeMs = 600_000;
  const session = openSession();
  await session.open();
  await session.open();
  expect(server.sessions).toBe(1);
  const started = performance.now();
  Object.assign(globalThis, { performance: { now: () => started + 541_000 } });
  const [one, other] = await Promise.all([session.open(), session.open()]);
  expect(server.sessions).toBe(2);
  expect(one).toMatchObject({ value: { token: "token 2" } });
  expect(other).toBe(one);
});

test("a token isn't renewed constantly on a device whose clock is ahead", async ({ server }) => {
  server.lifetimeMs = -3_600_000;
  const session = openSession();
  for (let times = 0; times < 3; times++) await session.open();
  expect(server.sessions).toBe(1);
});
