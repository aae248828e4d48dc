import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { readProblem, send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import { newOwnerWithSite, newSite, openWidget } from "../support/factories.ts";
import { limitedProcess, newAddress } from "../support/limited-process.ts";

/** Opens a stream, and reads of it what says that it is open. */
async function openStream(url: string, token: string, from: string) {
  const ended = new AbortController();
  const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": from };
  const response = await fetch(url, { headers, signal: ended.signal });
  const first = await response.body?.getReader().read();
  return { status: response.status, first: new TextDecoder().decode(first?.value), close: () => ended.abort() };
}

test("one address has a limited number of a site's streams, and a free slot when one ends (D9)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const otherSite = await newSite(owner, { name: "Another shop" });
  const visitors = await Promise.all([site, site, site, otherSite].map((one) => openWidget(one)));
  await using service = await limitedProcess({ LIMIT_STREAMS_SITE_ADDRESS: "2" });
  const url = `${service.baseUrl}/public/events`;
  const from = newAddress();
  const open = (at: number, address = from) => openStream(url, visitors[at]?.token ?? "", address);
  const [first, second] = [await open(0), await open(1)];
  expect([first.status, second.status]).toEqual([200, 200]);

  const call = { token: visitors[2]?.token ?? "", baseUrl: service.baseUrl, headers: { "X-Forwarded-For": from } };
  const refused = await send("GET", "/public/events", call);
  readProblem(refused, "rate_limited");
  expect(refused.headers.get("retry-after")).toBe("30");
  expect(refused.headers.get("ratelimit-policy")).toBe('"streams-site-address";q=2;qu="concurrent-requests"');
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");

  const elsewhere = [await open(2, newAddress()), await open(3)];
  for (const { first: text } of elsewhere) expect(text).toMatch(/^retry: \d+\nevent: ready\ndata: .*\n\n$/);
  first.close();
  // The server hears of it a moment later.
  await expect.poll(async () => (await open(2)).status).toBe(200);
});

test("a process has a limited number of streams, owners' included, and logs once that it's full (D9)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const [one, other] = await Promise.all([openWidget(site), openWidget(site)]);
  await using service = await limitedProcess({ LIMIT_STREAMS: "2" });
  const inbox = await openStream(`${service.baseUrl}/events`, owner.token, newAddress());
  const chat = await openStream(`${service.baseUrl}/public/events`, one.token, newAddress());
  expect([inbox.status, chat.status]).toEqual([200, 200]);
  for (const [path, token] of [
    ["/events", owner.token],
    ["/public/events", other.token],
  ] as const) {
    const refused = await send("GET", path, { token, baseUrl: service.baseUrl });
    readProblem(refused, "rate_limited");
    expect(refused.headers.get("ratelimit-policy")).toBe('"streams";q=2;qu="concurrent-requests"');
  }
  inbox.close();
  await expect
    .poll(async () => (await openStream(`${service.baseUrl}/public/events`, other.token, newAddress())).status)
    .toBe(200);
});

test("keeps no slot for a stream that couldn't be opened (D9)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const gone = await openWidget(site);
  await send("DELETE", `/sites/${site.id}`, { token: owner.token });
  const visitor = await openWidget(await newSite(owner));
  await using service = await limitedProcess({ LIMIT_STREAMS: "1" });
  for (let at = 0; at < 3; at += 1) {
    const refused = await send("GET", "/public/events", { token: gone.token, baseUrl: service.baseUrl });
    readProblem(refused, "not_found");
  }
  expect((await openStream(`${service.baseUrl}/public/events`, visitor.token, newAddress())).status).toBe(200);
});

const LEFT = atScale(300, 2_000);

test(`keeps no slot for ${LEFT} streams that were opened and left, at any moment (D9)`, {
  tag: "@soak",
}, async () => {
  const LIMIT = 64;
  // The twentieth that is kept for owners.
  const KEPT = 3;
  const { site } = await newOwnerWithSite();
  const visitors = await Promise.all(Array.from({ length: 8 }, () => openWidget(site)));
  await using service = await limitedProcess({ LIMIT_STREAMS: String(LIMIT + KEPT), LIMIT_ADDRESS: "1000000" });
  const leave = async (at: number) => {
    const socket = connect(service.port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
    const token = visitors[at % visitors.length]?.token;
    socket.write(`GET /public/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    if (at % 2) socket.once("data", () => socket.destroy());
    else socket.once("connect", () => setImmediate(() => socket.destroy()));
    await closed;
  };
  for (let left = 0; left < LEFT; left += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => leave(at)));

  const opened: Awaited<ReturnType<typeof openStream>>[] = [];
  const open = () =>
    openStream(`${service.baseUrl}/public/events`, visitors[opened.length % 8]?.token ?? "", newAddress());
  await expect(async () => {
    while (opened.length < LIMIT) {
      const stream = await open();
      expect(stream.status).toBe(200);
      opened.push(stream);
    }
  }).toPass();
  expect((await open()).status).toBe(429);
  for (const { close } of opened) close();
});
