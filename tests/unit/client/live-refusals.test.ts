import { expect } from "@playwright/test";
import type { Authorization } from "#client/live-connection.ts";
import { beginStream, READY } from "../../support/event-server.ts";
import { test } from "../../support/watched-live.ts";

test("renews its token after a 401 and retries immediately, but backs off if that's rejected too", async ({
  server,
  watch,
}) => {
  const asked: boolean[] = [];
  const authorize = async (wasRefused: boolean) => {
    asked.push(wasRefused);
    return { Authorization: `Bearer ${asked.length}` };
  };
  const { phase, pass } = watch({ authorize });
  (await server.next()).response.writeHead(401).end();
  const second = await server.next();
  expect(second.request.headers.authorization).toBe("Bearer 2");
  second.response.writeHead(401).end();
  await phase("down");
  expect(server.requests).toHaveLength(2);
  await pass(600);
  beginStream(await server.next(), READY);
  await phase("live");
  expect(asked).toEqual([false, true, true]);
});

const OURS = { "Content-Type": "application/problem+json" };

for (const status of [204, 403, 404, 410]) {
  test(`stops for good when the server returns ${status}, because there is no stream for this caller`, async ({
    server,
    watch,
  }) => {
    const { phase, pass } = watch();
    (await server.next()).response.writeHead(status, OURS).end();
    await phase("stopped");
    await pass(600_000);
    expect(server.requests).toHaveLength(1);
  });
}

for (const status of [403, 404, 410]) {
  test(`retries after a ${status} that isn't the server's own, such as a proxy's`, async ({ server, watch }) => {
    const { phase, pass } = watch();
    (await server.next()).response.writeHead(status, { "Content-Type": "text/html" }).end("<h1>Nothing here</h1>");
    await phase("down");
    await pass(600);
    beginStream(await server.next(), READY);
    await phase("live");
  });
}

test("stops if there won't be a token, and waits while there isn't one yet", async ({ server, watch }) => {
  const authorizations: Authorization[] = ["later", "never"];
  const { phase, pass } = watch({ authorize: async () => authorizations.shift() ?? {} });
  await phase("down");
  await pass(600);
  await phase("stopped");
  expect(server.requests).toHaveLength(0);
});

const RETURN_IN_10_S = "retry: 10000\nevent: ready\ndata: {}\n\n";

test("waits for the time the server named without being down, and backs off if that fails", async ({
  server,
  watch,
}) => {
  const { live, phase, pass } = watch();
  const stream = beginStream(await server.next(), RETURN_IN_10_S);
  await phase("live");
  await pass(11_000);
  stream.end();
  await phase("waiting");
  await pass(9_900);
  expect(server.requests).toHaveLength(1);
  expect(live.state.get().phase).toBe("waiting");
  await pass(200);
  (await server.next()).response.destroy();
  await phase("down");
});

test("isn't down when a busy server rejects it at first, and retries at the time the server named", async ({
  server,
  watch,
}) => {
  const { live, phase, pass } = watch();
  const busy = async () => {
    (await server.next()).response.writeHead(503, { ...OURS, "Retry-After": "7" }).end("{}");
  };
  const stream = beginStream(await server.next(), RETURN_IN_10_S);
  await phase("live");
  await pass(11_000);
  stream.end();
  await phase("waiting");
  await pass(10_100);
  await busy();
  await pass(6_900);
  expect(server.requests).toHaveLength(2);
  expect(live.state.get().phase).toBe("waiting");
  await pass(200);
  beginStream(await server.next(), READY);
  await phase("live");
});
