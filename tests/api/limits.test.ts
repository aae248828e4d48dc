import { expect, test } from "@playwright/test";
import { type ApiResponse, readProblem } from "../support/api-client.ts";
import {
  allMessages,
  inbox,
  newApiKey,
  newConversation,
  newOwnerWithSite,
  newSite,
  openWidget,
  type Visitor,
} from "../support/factories.ts";
import {
  inARow,
  type LimitedProcess,
  limitedProcess,
  newAddress,
  newNetwork,
  times,
} from "../support/limited-process.ts";
import { storedRows } from "../support/stored-rows.ts";

const start = ({ token }: Visitor, message = "Hello") =>
  service.ask("POST", "/public/conversations", { token, body: { message } });
const open = (siteKey: string, from?: string, visitorToken?: string) =>
  service.ask("POST", "/public/widget-session", {
    body: { siteKey, ...(visitorToken && { visitorToken }) },
    ...(from !== undefined && { from }),
  });

let service: LimitedProcess;

test.beforeAll(async () => {
  const settings = {
    LIMIT_VISITOR: "5",
    LIMIT_SITE: "6",
    LIMIT_STARTS: "1000",
    LIMIT_SITE_ADDRESS: "3",
    LIMIT_SITE_ADDRESS_MESSAGES: "3",
    LIMIT_ADDRESS: "10",
    LIMIT_SESSION: "8",
    LIMIT_TEST_MESSAGES: "3",
    LIMIT_REFERENCE: "2",
    LIMIT_SIGNUP: "2",
  };
  service = await limitedProcess(settings, "limited", ["limit sharing"]);
});

test.afterAll(() => service.stop());

/** Checks a response of a reached limit. Returns after how many seconds to try again. */
function expectLimited(response: ApiResponse | undefined, policy: string, quota: number, measure: string): number {
  if (!response) throw new Error("there was no response");
  const problem = readProblem(response, "rate_limited");
  expect(problem.title).toBe("Too many requests");
  const seconds = Number(response.headers.get("retry-after"));
  expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
  expect(response.headers.get("ratelimit-policy")).toBe(`"${policy}";q=${quota};${measure}`);
  expect(response.headers.get("ratelimit")).toBe(`"${policy}";r=0;t=${seconds}`);
  return seconds;
}

test("a visitor who sends more than the limit gets 429 with Retry-After, and none of it is stored (E1)", async () => {
  const { owner, visitor, id } = await newConversation();
  const path = `/public/conversations/${id}/messages`;
  const say = (at: number) =>
    service.ask("POST", path, {
      token: visitor.token,
      body: { message: `Number ${at}` },
      headers: { Origin: "https://shop.example" },
    });
  const allowed = await times(5, say);
  const before = await storedRows(owner);
  const refused = await times(3, say);
  expect(inARow([...allowed, ...refused])).toBe("201 x5, 429 x3");
  expect(expectLimited(refused[0], "visitor", 5, "w=60")).toBeLessThanOrEqual(120);
  expect(refused[0]?.headers.get("access-control-allow-origin")).toBe("*");
  expect(refused[0]?.headers.get("access-control-expose-headers")).toContain(
    "Retry-After, RateLimit, RateLimit-Policy",
  );
  expect(await storedRows(owner)).toEqual(before);
  expect((await allMessages(owner, id)).map(({ body }) => body)).toEqual([
    "Hello",
    ...[0, 1, 2, 3, 4].map((at) => `Number ${at}`),
  ]);
});

test("counts a visitor's reads too, with any token of theirs (E1)", async () => {
  const { site } = await newOwnerWithSite();
  const first = await openWidget(site);
  const second = await openWidget(site, { visitorToken: first.visitorToken });
  const list = ({ token }: Visitor) => service.ask("GET", "/public/conversations", { token });
  expect(inARow([...(await times(2, () => list(first))), ...(await times(4, () => list(second)))])).toBe(
    "200 x5, 429 x1",
  );
});

test("a site over its limit accepts no message and creates no visitor, while other sites go on (E1)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const otherSite = await newSite(owner, { name: "Another shop" });
  const visitors = await Promise.all(Array.from({ length: 8 }, () => openWidget(site)));
  const elsewhere = await openWidget(otherSite);
  const responses = await times(8, (at) => start(visitors[at] as Visitor));
  expect(inARow(responses)).toBe("201 x6, 429 x2");
  expectLimited(responses[7], "site", 6, "w=60");
  expect((await storedRows(owner)).visitors).toHaveLength(6);
  expect((await start(elsewhere)).status).toBe(201);
  expect(await inbox(owner)).toHaveLength(7);
});

test("one address can't use up a site's message limit, under any number of names (E1, E3)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitors = await Promise.all(Array.from({ length: 4 }, () => openWidget(site)));
  const { visitor, id } = await newConversation();
  const from = newAddress();
  const say = (token: string, path: string, address: string) =>
    service.ask("POST", path, { token, body: { message: "Hello" }, from: address });
  const responses = await times(4, (at) => say(visitors[at]?.token ?? "", "/public/conversations", from));
  expect(inARow(responses)).toBe("201 x3, 429 x1");
  expectLimited(responses[3], "site-address-messages", 3, "w=60");
  expect((await storedRows(owner)).visitors).toHaveLength(3);
  expect((await say(visitors[3]?.token ?? "", "/public/conversations", newAddress())).status).toBe(201);
  const further = await times(4, () => say(visitor.token, `/public/conversations/${id}/messages`, from));
  expect(inARow(further)).toBe("201 x3, 429 x1");
});

test("returns 401 and 400 before checking a limit, and doesn't count such requests towards a site's (E1)", async () => {
  const { site } = await newOwnerWithSite();
  const visitors = await Promise.all(Array.from({ length: 7 }, () => openWidget(site)));
  const bad = await times(7, (at) => start(visitors[at] as Visitor, ""));
  const nobody = await times(7, () => service.ask("POST", "/public/conversations", { token: "x.y.z", body: {} }));
  expect(inARow([...bad, ...nobody])).toBe("400 x7, 401 x7");
  expect((await start(visitors[0] as Visitor)).status).toBe(201);
});

test("a caller who opens a chat over and over is rejected on that site, with any token or none (E3)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const otherSite = await newSite(owner, { name: "Another shop" });
  const known = await openWidget(site);
  const from = newAddress();
  const responses = await times(6, (at) => open(site.publicKey, from, at % 2 ? known.visitorToken : undefined));
  expect(inARow(responses)).toBe("201 x3, 429 x3");
  expectLimited(responses[5], "site-address", 3, "w=60");
  expect((await open(otherSite.publicKey, from)).status).toBe(201);
  expect((await open(site.publicKey, newAddress())).status).toBe(201);
});

test("counts all addresses of an IPv6 /64 network as one caller (E4)", async () => {
  const { site } = await newOwnerWithSite();
  const network = newNetwork();
  const responses = await times(5, (at) => open(site.publicKey, `${network}:${at}::${at + 1}`));
  expect(inARow(responses)).toBe("201 x3, 429 x2");
  expect((await open(site.publicKey, `${newNetwork()}::1`)).status).toBe(201);
});

test("a caller with many /64 networks of one /48 has eight times one network's quota, in every count by address", {
  tag: "@all",
}, async () => {
  const { site } = await newOwnerWithSite();
  await using narrow = await limitedProcess({ LIMIT_SITE_ADDRESS: "1", LIMIT_SIGNUP: "1", LIMIT_LOGIN_ADDRESS: "1" });
  const session = (from: string) => ({ body: { siteKey: site.publicKey }, from });
  const network = () => newNetwork().split(":").slice(0, 3).join(":");
  const body = () => ({ email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery" });
  const cases: [what: string, ask: (from: string) => Promise<ApiResponse>, statuses: string][] = [
    ["widget sessions", (from) => narrow.ask("POST", "/public/widget-session", session(from)), "201 x8, 429 x2"],
    ["sign-up", (from) => narrow.ask("POST", "/auth/register", { body: body(), from }), "201 x8, 429 x2"],
    ["log-in", (from) => narrow.ask("POST", "/auth/login", { body: body(), from }), "401 x8, 429 x2"],
    [
      "links in mails",
      (from) => narrow.ask("POST", "/auth/confirm-email", { body: { token: "x" }, from }),
      "410 x8, 429 x2",
    ],
  ];
  for (const [what, ask, statuses] of cases) {
    const [around, elsewhere] = [network(), network()];
    expect(inARow(await times(10, (at) => ask(`${around}:${at}::1`))), what).toBe(statuses);
    expect((await ask(`${elsewhere}:1::1`)).status, what).not.toBe(429);
  }
});

test("one address can't exceed its total limit, and doesn't affect another address (E1)", async () => {
  const { site } = await newOwnerWithSite();
  const [one, other] = await Promise.all([openWidget(site), openWidget(site)]);
  const from = newAddress();
  const list = ({ token }: Visitor) => service.ask("GET", "/public/conversations", { token, from });
  const responses = [
    ...(await times(8, (at) => list(at % 2 ? other : one))),
    ...(await times(2, () => open(site.publicKey, from))),
  ];
  expect(inARow(responses)).toBe("200 x8, 201 x2");
  expectLimited(await list(other), "address", 10, "w=60");
  expect((await open(site.publicKey, newAddress())).status).toBe(201);
});

test("counts nothing by address for this host's own address, which may be a proxy's", async () => {
  const { owner, site } = await newOwnerWithSite();
  const otherSite = await newSite(owner, { name: "Another shop" });
  const responses = await times(12, (at) => open(at % 2 ? otherSite.publicKey : site.publicKey));
  expect(inARow(responses)).toBe("201 x12");
});

test("limits a site's test messages, and no one can use up another owner's (E6)", async () => {
  const { owner, site } = await newOwnerWithSite();
  const stranger = await newOwnerWithSite();
  const otherSite = await newSite(owner, { name: "Another shop" });
  const sendTest = (token: string, siteId: string) =>
    service.ask("POST", `/sites/${siteId}/test-message`, { token, body: { message: "Is this working?" } });
  expect(inARow(await times(5, () => sendTest(stranger.owner.token, site.id)))).toBe("404 x3, 429 x2");
  const responses = await times(5, () => sendTest(owner.token, site.id));
  expect(inARow(responses)).toBe("201 x3, 429 x2");
  expectLimited(responses[4], "test", 3, "w=3600");
  expect((await sendTest(owner.token, otherSite.id)).status).toBe(201);
  expect((await storedRows(owner)).messages).toHaveLength(4);
});

test("a session that sends too many requests gets 429 with Retry-After, and another owner's session doesn't", async () => {
  const [one, other] = await Promise.all([newOwnerWithSite(), newOwnerWithSite()]);
  const list = ({ owner }: typeof one) => service.ask("GET", "/sites", { token: owner.token });
  const responses = await times(10, () => list(one));
  expect(inARow(responses)).toBe("200 x8, 429 x2");
  expectLimited(responses[9], "session", 8, "w=60");
  expect(responses[9]?.headers.get("access-control-allow-origin")).toBeNull();
  expect((await list(other)).status).toBe(200);
});

test("invalid API keys count towards the caller's address, and valid ones don't", async () => {
  const { owner } = await newOwnerWithSite();
  const { secret } = await newApiKey(owner);
  const from = newAddress();
  const list = (token: string, address = from) => service.ask("GET", "/sites", { token, from: address });
  expect(inARow(await times(5, () => list(secret)))).toBe("200 x5");
  const none = `sik_${"A".repeat(43)}`;
  const responses = await times(12, () => list(none));
  expect(inARow(responses)).toBe("401 x10, 429 x2");
  expectLimited(responses[11], "address", 10, "w=60");
  expect((await list(none, newAddress())).status).toBe(401);
  expect((await list(secret, newAddress())).status).toBe(200);
});

test("limits how often one address can load the API reference, and no other page", async () => {
  const from = newAddress();
  const open = (path: string, address = from) =>
    fetch(service.baseUrl + path, { headers: { "X-Forwarded-For": address } });
  expect([(await open("/docs")).status, (await open("/docs?again")).status]).toEqual([200, 200]);
  const refused = await open("/docs");
  expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/plain; charset=utf-8"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await open("/login")).status).toBe(200);
  expect((await open("/docs", newAddress())).status).toBe(200);
});

test("limits how many accounts one address can create", async () => {
  const from = newAddress();
  const register = (address: string) =>
    service.ask("POST", "/auth/register", {
      body: { email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery" },
      from: address,
    });
  const responses = await times(4, () => register(from));
  expect(inARow(responses)).toBe("201 x2, 429 x2");
  expectLimited(responses[3], "sign-up", 2, "w=3600");
  expect((await register(newAddress())).status).toBe(201);
});
