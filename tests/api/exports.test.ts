import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "@playwright/test";
import { addMessages } from "../support/added-messages.ts";
import { readProblem, refuseFields, send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import { parseCsv } from "../support/csv.ts";
import { testEnvironment } from "../support/environment.ts";
import { allMessages, newOwnerWithSite, type Owner, openWidget, PASSWORD, reply, start } from "../support/factories.ts";
import { inARow, type LimitedProcess, limitedProcess, times } from "../support/limited-process.ts";
import { sql } from "../support/stored-rows.ts";

const HOSTILE = '=1+1,"quoted"\r\nПривет 日本 😀 \u2028 <script> \u0007 {"level":60}';

const download = async (owner: Owner, path: string) => send("GET", path, { token: owner.token });

/** A site with two visitors. One has a name and sent two messages. */
async function newShop() {
  const { owner, site } = await newOwnerWithSite();
  const [named, silent] = [await openWidget(site, { visitorId: "+customer-7" }), await openWidget(site)];
  const about = { name: "=Zoë", email: "zoe@example.com", pageUrl: "https://shop.example.com/a?b=c" };
  const { conversationId } = await start(named, HOSTILE, about);
  await reply(owner, conversationId, "Hello too");
  await start(silent, "Only this");
  return { owner, site, named, silent, conversationId };
}

// More of them than the buffers between the service and a reader hold; each is 24 kB in JSON.
const MANY = 700;
// 200 MB in JSON in the large form.
const MANY_BATCHES = atScale(MANY, 8_000);

/** Fills a conversation of two messages up to so many. */
const writeMore = (conversationId: string, count: number) =>
  addMessages(sql, { [conversationId]: Array.from({ length: count - 2 }, () => ({ body: "\u0001".repeat(4000) })) });

/** Begins a download and reads none of it further than the first piece. */
async function beginDownload({ token }: Owner, path: string) {
  const request = get(`${testEnvironment.baseUrl}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
    agent: false,
  });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("there was no response");
  response.pause();
  return { request, response };
}

test.describe("an export in JSON", () => {
  test("contains every visitor, conversation and message of a site, byte for byte (G3)", async () => {
    const { owner, site, named, silent, conversationId } = await newShop();
    const response = await download(owner, `/sites/${site.id}/export`);
    expect(response.status).toBe(200);
    const exported = JSON.parse(response.text);
    expect(exported.site).toEqual(site);
    expect(exported.visitors).toHaveLength(2);
    const zoe = exported.visitors.find(({ id }: { id: string }) => id === named.visitorId);
    expect(zoe).toMatchObject({ externalId: "+customer-7", name: "=Zoë", email: "zoe@example.com", verified: false });
    expect(zoe.conversations).toHaveLength(1);
    expect(zoe.conversations[0]).toMatchObject({
      id: conversationId,
      status: "open",
      pageUrl: "https://shop.example.com/a?b=c",
    });
    expect(zoe.conversations[0].messages).toEqual(await allMessages(owner, conversationId));
    expect(zoe.conversations[0].messages[0].body).toBe(HOSTILE);
    const other = exported.visitors.find(({ id }: { id: string }) => id === silent.visitorId);
    expect(other.conversations[0].messages).toHaveLength(1);
  });

  test("of a visitor contains only that visitor", async () => {
    const { owner, site, named } = await newShop();
    const exported = JSON.parse((await download(owner, `/visitors/${named.visitorId}/export?format=json`)).text);
    expect(exported.site.id).toBe(site.id);
    expect(exported.visitors.map(({ id }: { id: string }) => id)).toEqual([named.visitorId]);
  });

  test("of a site without visitors is empty, and of a visitor without conversations has their details", async () => {
    const { owner, site } = await newOwnerWithSite();
    expect(JSON.parse((await download(owner, `/sites/${site.id}/export`)).text).visitors).toEqual([]);
    const { visitorId } = await openWidget(site);
    await sql(
      `INSERT INTO visitors (id, site_id, workspace_id, name, created_at, updated_at)
       SELECT $1, id, workspace_id, 'Silent', now(), now() FROM sites WHERE id = $2`,
      [visitorId, site.id],
    );
    const { visitors } = JSON.parse((await download(owner, `/visitors/${visitorId}/export`)).text);
    expect(visitors).toMatchObject([{ id: visitorId, name: "Silent", conversations: [] }]);
    const [, line] = parseCsv((await download(owner, `/visitors/${visitorId}/export?format=csv`)).text);
    expect(line?.slice(0, 5)).toEqual([visitorId, "", "Silent", "", "false"]);
  });
});

test.describe("an export in CSV", () => {
  test("has a line for each message, and no cell is a formula (G3)", async () => {
    const { owner, site, named, conversationId } = await newShop();
    const [head = [], ...lines] = parseCsv((await download(owner, `/sites/${site.id}/export?format=csv`)).text);
    const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
    expect(rows).toHaveLength(3);
    const own = rows.filter((row) => row.visitorId === named.visitorId);
    expect(own[0]).toMatchObject({
      visitorExternalId: "'+customer-7",
      visitorName: "'=Zoë",
      conversationId,
      seq: "1",
      senderType: "visitor",
      body: `'${HOSTILE}`,
    });
    expect(own[1]).toMatchObject({ visitorName: "'=Zoë", seq: "2", senderType: "owner", body: "Hello too" });
  });
});

test("an export in CSV starts with the byte order mark that Excel needs to read UTF-8", async () => {
  const { owner, site } = await newOwnerWithSite();
  const headers = { Authorization: `Bearer ${owner.token}` };
  const response = await fetch(`${testEnvironment.baseUrl}/sites/${site.id}/export?format=csv`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5)).toEqual(Buffer.from("\uFEFFvi"));
  expect(bytes.subarray(-2)).toEqual(Buffer.from("\r\n"));
});

test.describe("every export", () => {
  test("is a file with a fixed name that's never cached, for HEAD too (G3)", async () => {
    const { owner, site, named } = await newShop();
    const types = { json: "application/json", csv: "text/csv; charset=utf-8; header=present", zip: "application/zip" };
    for (const [format, type] of Object.entries(types)) {
      for (const [path, name] of [
        [`/sites/${site.id}`, "site"],
        [`/visitors/${named.visitorId}`, "visitor"],
      ]) {
        for (const method of ["GET", "HEAD"]) {
          const response = await send(method, `${path}/export?format=${format}`, { token: owner.token });
          expect(response.status).toBe(200);
          expect(response.headers.get("content-type")).toBe(type);
          expect(response.headers.get("content-disposition")).toBe(
            `attachment; filename="site-inbox-${name}.${format}"`,
          );
          expect(response.text === "").toBe(method === "HEAD");
        }
      }
    }
  });

  test("must be in a supported format", async () => {
    const { owner, site } = await newOwnerWithSite();
    const call = { token: owner.token };
    expect(await refuseFields(["format"], "GET", `/sites/${site.id}/export?format=xml`, call)).toEqual([
      "must be json, csv or zip",
    ]);
    expect(await refuseFields(["format"], "GET", "/activity/export?format=zip", call)).toEqual(["must be json or csv"]);
  });

  test("survives a reader who leaves, and serves the next one", { tag: ["@soak", "@all"] }, async () => {
    const { owner, site, conversationId } = await newShop();
    await writeMore(conversationId, MANY_BATCHES);
    const headers = { Authorization: `Bearer ${owner.token}` };
    const request = get(`${testEnvironment.baseUrl}/sites/${site.id}/export`, { headers });
    const [response] = await once(request, "response");
    await once(response, "data");
    request.destroy();
    const { visitors } = JSON.parse((await download(owner, `/sites/${site.id}/export`)).text);
    const counts = visitors.flatMap(({ conversations }: { conversations: { messages: object[] }[] }) =>
      conversations.map(({ messages }) => messages.length),
    );
    expect(counts.toSorted((one: number, other: number) => one - other)).toEqual([1, MANY_BATCHES]);
  });
});

test.describe("a workspace", () => {
  let service: LimitedProcess;
  test.beforeAll(async () => {
    service = await limitedProcess({ LIMIT_EXPORTS: "3" });
  });
  test.afterAll(() => service.stop());

  test("has a limited number of exports an hour, of sites and visitors together", async () => {
    const { owner, site, named } = await newShop();
    const { token } = owner;
    const paths = [`/sites/${site.id}/export`, `/visitors/${named.visitorId}/export`];
    const responses = await times(4, (at) => service.ask("GET", paths[at % 2] ?? "", { token }));
    expect(inARow(responses)).toBe("200 x3, 429 x1");
    expect(responses[3]?.headers.get("ratelimit-policy")).toBe('"exports";q=3;w=3600');
    const other = await newOwnerWithSite();
    expect((await service.ask("GET", `/sites/${other.site.id}/export`, { token: other.owner.token })).status).toBe(200);
  });

  test("doesn't use up its exports with HEAD requests, and HEAD reports a limit that GET reached", async () => {
    const { owner, site } = await newShop();
    const { token } = owner;
    const path = `/sites/${site.id}/export`;
    const ask = (method: string) => service.ask(method, path, { token });
    expect(inARow(await times(5, () => ask("HEAD")))).toBe("200 x5");
    expect(inARow(await times(4, () => ask("GET")))).toBe("200 x3, 429 x1");
    expect(inARow(await times(2, () => ask("HEAD")))).toBe("429 x2");
  });

  test("has three concurrent exports, a free slot when a reader leaves, and needs none for HEAD requests", {
    tag: "@all",
  }, async () => {
    const { owner, site, conversationId } = await newShop();
    await writeMore(conversationId, MANY);
    const { token } = owner;
    const path = `/sites/${site.id}/export`;
    for (let at = 0; at < 5; at += 1) expect((await send("HEAD", path, { token })).status).toBe(200);
    const begun = [];
    for (let at = 0; at < 3; at += 1) begun.push(await beginDownload(owner, path));
    expect(begun.map(({ response }) => response.statusCode)).toEqual([200, 200, 200]);
    const refused = await send("GET", path, { token });
    readProblem(refused, "rate_limited");
    expect(refused.headers.get("ratelimit-policy")).toBe('"exports-at-once";q=3;qu="concurrent-requests"');
    begun[0]?.request.destroy();
    await expect.poll(async () => (await send("HEAD", path, { token })).status).toBe(200);
    for (const { request } of begun) request.destroy();
  });
});

for (const [what, method, path, body] of [
  ["its session has ended", "POST", "/auth/logout", undefined],
  ["the account is closed", "DELETE", "/account", { currentPassword: PASSWORD }],
] as const) {
  test(`a download breaks off when ${what}`, async () => {
    const { owner, site, conversationId } = await newShop();
    await writeMore(conversationId, MANY);
    const { response } = await beginDownload(owner, `/sites/${site.id}/export`);
    expect(response.statusCode).toBe(200);
    // Heard from before the session ends: a response that breaks off while nobody listens tells nobody.
    const brokenOff = expect(once(response, "end")).rejects.toMatchObject({ code: "ECONNRESET" });
    const { status } = await send(method, path, { token: owner.token, ...(body && { body }) });
    expect(status).toBe(204);
    response.resume();
    await brokenOff;
  });
}
