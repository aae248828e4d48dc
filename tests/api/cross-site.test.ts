import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { routePaths } from "../../server/http/api-router.ts";
import { type Call, refuse, send } from "../support/api-client.ts";
import { SESSION_COOKIE } from "../support/cookie-jar.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

type Place = Awaited<ReturnType<typeof newConversation>>;

// The values of path parameters. A parameter that isn't here has no row.
const PARAMETERS: Record<string, (place: Place) => string> = {
  siteId: ({ site }) => site.id,
  visitorId: ({ visitor }) => visitor.visitorId,
  conversationId: ({ id }) => id,
  // Made with the conversation's id by the test that needs them.
  addressId: ({ id }) => id,
  keyId: ({ id }) => id,
  sessionId: ({ owner }) => String(claimsOf(owner.token).sid),
};

const pathFor = (path: string, place: Place) =>
  path.replaceAll(/\[(\w+)\]/g, (_, name: string) => PARAMETERS[name]?.(place) ?? randomUUID());

/** Every route that changes something for an owner: those that authenticate and aren't public, from the tree of route files. */
async function ownerMutations(): Promise<[method: string, path: string][]> {
  const paths = routePaths()
    .map(({ segments }) => `/${segments.join("/")}`)
    .filter((path) => !/^\/(public|widget|widget\.js)(\/|$)/.test(path));
  const found = paths.map(async (path) => {
    const address = path.replaceAll(/\[\w+\]/g, randomUUID());
    const allowed = (await send("OPTIONS", address)).headers.get("allow")?.split(", ") ?? [];
    const changing = allowed.filter((method) => !["GET", "HEAD", "OPTIONS"].includes(method));
    const responses = await Promise.all(changing.map((method) => send(method, address)));
    return changing
      .filter((_, at) => responses[at]?.status === 401)
      .map((method) => [method, path] as [string, string]);
  });
  return (await Promise.all(found)).flat();
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const own = testEnvironment.baseUrl;

// How someone else's page can send a request with the cookie, by what the browser then says of it.
const FOREIGN: [how: string, call: Call][] = [
  ["a form", { raw: "name=x", headers: { ...FORM, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" } }],
  ["a form of an old browser", { raw: "name=x", headers: { ...FORM, Origin: "https://evil.example" } }],
  [
    "a text/plain fetch",
    { raw: '{"name":"x"}', headers: { "Content-Type": "text/plain", "Sec-Fetch-Site": "cross-site" } },
  ],
  ["JSON from a sandboxed frame", { body: { name: "x" }, headers: { Origin: "null" } }],
  ["JSON from another site", { body: { name: "x" }, headers: { Origin: own, "Sec-Fetch-Site": "cross-site" } }],
  ["JSON from a sister domain", { body: { name: "x" }, headers: { Origin: own, "Sec-Fetch-Site": "same-site" } }],
  ["JSON from another port", { body: { name: "x" }, headers: { Origin: "http://localhost:1" } }],
  ["nothing at all", { headers: { "Sec-Fetch-Site": "cross-site" } }],
];

const withCookie = ({ owner }: Place, call: Call): Call => ({
  ...call,
  headers: { Cookie: `${SESSION_COOKIE}=${owner.token}`, ...call.headers },
});

test("the cookie changes nothing through any owner route in any way another site can send (A18)", async () => {
  const place = await newConversation();
  await sql("UPDATE sessions SET last_seen_at = now() - interval '2 hours' WHERE user_id = $1", [place.owner.user.id]);
  const before = await storedRows(place.owner);
  const mutations = await ownerMutations();
  expect(mutations.length).toBeGreaterThan(12);
  for (const [method, path] of mutations) {
    for (const [how, call] of FOREIGN) {
      await test.step(`${how}: ${method} ${path}`, () =>
        refuse("cross_site", method, pathFor(path, place), withCookie(place, call)));
    }
  }
  expect(await storedRows(place.owner)).toEqual(before);
});

test("each of these routes accepts the cookie from our own pages, which shows that the rejections above are meaningful", {
  tag: "@all",
}, async () => {
  for (const [method, path] of await ownerMutations()) {
    const place = await newConversation();
    await sql("INSERT INTO blocked_addresses VALUES ($1, $2, 'hash', 'Someone', now())", [place.id, place.site.id]);
    await sql("INSERT INTO api_keys VALUES ($1::uuid, $2, 'Report', 'read', uuid_send($1::uuid), 'hint', now())", [
      place.id,
      place.owner.user.id,
    ]);
    await sql("INSERT INTO site_cards VALUES ($1, 'https://shop.example/card', 'none', now(), now())", [place.site.id]);
    const call = { body: {}, headers: { Origin: own, "Sec-Fetch-Site": "same-origin" } };
    const { status, text } = await send(method, pathFor(path, place), withCookie(place, call));
    // Without a mail server no mail can be asked for, and these owners aren't operators.
    if (/"not_(?:accepted|permitted)"/.test(text)) continue;
    // Only a caller who was let in learns that something doesn't exist, or what's wrong with the body.
    const isMade =
      path !== "/workspace/ownership-offer" &&
      [...path.matchAll(/\[(\w+)\]/g)].every(([, name = ""]) => name in PARAMETERS);
    expect(isMade ? [200, 201, 204, 400, 409, 415] : [400, 404], `${method} ${path}`).toContain(status);
  }
});
