import { expect, test } from "@playwright/test";
import { PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { type SiteJson, SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, refuse, refuseFields, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import {
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

test.describe("POST /public/widget-session", () => {
  test("opens a new visitor's session for an hour, with the site's look, and writes nothing", async () => {
    const { owner, site } = await newOwnerWithSite({ name: "Tea", accentColor: "#123456", welcomeMessage: "Hi <b>" });
    const before = await storedRows(owner);
    const session = await openWidget(site);
    expect(session.site).toEqual({
      name: "Tea",
      accentColor: "#123456",
      welcomeMessage: "Hi <b>",
      emailReplies: false,
      appearance: site.appearance,
      replyTimeText: null,
      whenClosed: "show",
      starterQuestions: [],
      emailCardMinutes: 2,
      visitorDetails: false,
      files: site.files,
    });
    expect(session).not.toHaveProperty("conversation");
    expect((Date.parse(session.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(1, 1);
    expect(await storedRows(owner)).toEqual(before);
  });

  test("reveals none of the owner's data: no ids of the site and no domain", async () => {
    const { site, owner } = await newOwnerWithSite({ domain: "shop.example" });
    const text = JSON.stringify((await openWidget(site)).site);
    for (const secret of [site.id, owner.user.id, "shop.example"]) expect(text).not.toContain(secret);
  });

  test("gives every new visitor their own id", async () => {
    const { site } = await newOwnerWithSite();
    const [one, two] = [await openWidget(site), await openWidget(site)];
    expect(one.visitorId).not.toBe(two.visitorId);
  });

  test("recognizes a returning visitor by the visitor token, with their open conversation", async () => {
    const { site } = await newOwnerWithSite();
    const first = await openWidget(site);
    const { conversationId, message } = await start(first, "Hello");
    const back = await openWidget(site, { visitorToken: first.visitorToken });
    expect(back.visitorId).toBe(first.visitorId);
    expect(back.conversation).toEqual({
      id: conversationId,
      status: "open",
      createdAt: back.conversation?.createdAt,
      lastMessageAt: message.createdAt,
      lastMessagePreview: "Hello",
      lastSeq: 1,
      unreadCount: 0,
    });
    expect((await openWidget(site, { visitorToken: back.visitorToken })).visitorId).toBe(first.visitorId);
  });

  test("returns no closed conversation, since the next message starts a new one", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const { conversationId } = await start(visitor, "Hello");
    await patchConversation(owner, conversationId, { status: "closed" });
    expect(await openWidget(site, { visitorToken: visitor.visitorToken })).not.toHaveProperty("conversation");
    await sendMessage(visitor, conversationId, "And one more");
    const back = await openWidget(site, { visitorToken: visitor.visitorToken });
    expect(back.conversation?.id).toBe(conversationId);
  });

  test("ignores a visitor token that can't be used, and creates a new visitor", async () => {
    const { owner, site } = await newOwnerWithSite();
    const other = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const elsewhere = await openWidget(other.site);
    const bad = ["", "x", "a.b.c", visitor.token, owner.token, elsewhere.visitorToken, `${visitor.visitorToken}x`];
    const known = [visitor.visitorId, elsewhere.visitorId, owner.user.id];
    for (const visitorToken of bad) {
      expect(known).not.toContain((await openWidget(site, { visitorToken })).visitorId);
    }
  });

  test("identifies no one by a label: the same one opens nothing of another visitor", async () => {
    const { site } = await newOwnerWithSite();
    const first = await openWidget(site, { visitorId: "customer-7" });
    await start(first, "My secret");
    const second = await openWidget(site, { visitorId: "customer-7" });
    expect(second.visitorId).not.toBe(first.visitorId);
    expect(second).not.toHaveProperty("conversation");
    const byOwnId = await openWidget(site, { visitorId: first.visitorId });
    expect(byOwnId.visitorId).not.toBe(first.visitorId);
    expect(byOwnId).not.toHaveProperty("conversation");
  });

  for (const siteKey of ["pk_unknown", "null", "__proto__", "' OR 1=1 --", "pk_%00"]) {
    test(`returns 404 for the unknown key ${siteKey} (A1)`, async () => {
      await refuse("not_found", "POST", "/public/widget-session", { body: { siteKey } });
    });
  }

  const refused: [field: string, body: object][] = [
    ["siteKey", {}],
    ["siteKey", { siteKey: "" }],
    ["siteKey", { siteKey: null }],
    ["siteKey", { siteKey: ["pk"] }],
    ["siteKey", { siteKey: { startsWith: "pk" } }],
    ["siteKey", { siteKey: "k".repeat(10_000) }],
    ["visitorToken", { siteKey: "pk", visitorToken: 1 }],
    ["visitorId", { siteKey: "pk", visitorId: "" }],
    ["visitorId", { siteKey: "pk", visitorId: "v".repeat(201) }],
    ["visitorId", { siteKey: "pk", visitorId: "a\u2028b" }],
    ["visitorId", { siteKey: "pk", visitorId: 7 }],
  ];
  for (const [field, body] of refused) {
    test(`rejects ${JSON.stringify(body).slice(0, 45)}`, async () => {
      await refuseFields([field], "POST", "/public/widget-session", { body });
    });
  }
});

test.describe("the session of a site with hours", () => {
  const HOURS = { timeZone: "UTC", windows: [{ day: 1, from: 540, until: 1020 }] };
  const setHours = ({ token }: Owner, { id }: SiteJson) =>
    ask(PutHoursResponse, 200, "PUT", `/sites/${id}/hours`, { token, body: HOURS });

  test("says when it's open and what time it is, for a device without either", async () => {
    const { owner, site } = await newOwnerWithSite();
    expect((await openWidget(site)).site).not.toHaveProperty("openTimes");
    await setHours(owner, site);
    const { now, site: shown } = await openWidget(site);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(10_000);
    const { turns = [], offsets } = shown.openTimes ?? {};
    expect(turns.filter((turn) => turn * 60_000 > Date.parse(now)).length).toBeGreaterThan(1);
    expect(turns.map((turn) => turn % 1440)).toEqual(turns.map((_, at) => (at % 2 ? 1020 : 540)));
    expect(new Set(offsets)).toEqual(new Set([0]));
    const frame = await (await fetch(`${testEnvironment.baseUrl}/widget/frame?site=${site.publicKey}`)).text();
    expect(frame).toContain(`&quot;turns&quot;:[${turns}]`);
    expect(shown).not.toHaveProperty("people");
  });

  test("names up to three available people with the site, if it shows who replies", async () => {
    const { owner, admin, limitedAdmin, agent, sites, workspaceId } = await newTeam();
    const [first, second] = sites as [SiteJson, SiteJson];
    const people = async (site: SiteJson) => (await openWidget(site)).site.people?.map(({ name }) => name);
    const more = [await addMember(workspaceId), await addMember(workspaceId)];
    for (const [at, one] of [owner, admin, limitedAdmin, agent, ...more].entries()) {
      await sql("UPDATE users SET name = $2 WHERE id = $1", [one.user.id, `Person ${at}`]);
    }
    const change = (what: string, { user }: Owner) => sql(`UPDATE members SET ${what} WHERE user_id = $1`, [user.id]);
    for (const site of [first, second]) await setHours(owner, site);
    expect(await people(first)).toBeUndefined();
    for (const { id } of [first, second]) {
      const body = { replyName: "person" };
      await ask(SiteResponse, 200, "PATCH", `/sites/${id}`, { token: owner.token, body });
    }
    expect(await people(first)).toEqual(["Person 0", "Person 1", "Person 2"]);
    expect(await people(second)).toEqual(["Person 0", "Person 1", "Person 4"]);
    await change("visitor_name = 'Bo'", admin);
    await change("is_available = false", owner);
    await change("standing = 'suspended'", limitedAdmin);
    expect(await people(first)).toEqual(["Bo", "Person 3", "Person 4"]);
    await sql("UPDATE users SET name = NULL WHERE id = ANY ($1::uuid[])", [
      [agent, ...more].map(({ user }) => user.id),
    ]);
    expect(await people(first)).toEqual(["Bo"]);
  });
});

test.describe("the origin rule of a site with a domain", () => {
  const own = testEnvironment.baseUrl;
  const cases: [domain: string | null, origin: string | null, allowed: boolean][] = [
    ["shop.example", "https://shop.example", true],
    ["shop.example", "http://www.shop.example:8080", true],
    ["https://www.shop.example/path", "https://de.shop.example", true],
    ["shop.example", null, true],
    ["shop.example", own, true],
    ["bücher.example", "https://xn--bcher-kva.example", true],
    [null, "https://anywhere.example", true],
    [null, "null", true],
    ["my little shop", "https://anywhere.example", true],
    ["shop.example", "https://evil.example", false],
    ["shop.example", "https://evilshop.example", false],
    ["shop.example", "https://shop.example.evil.example", false],
    ["de.shop.example", "https://shop.example", false],
    ["shop.example", "null", false],
    ["shop.example", "file://", false],
  ];
  test("returns a code that says the origin isn't allowed", async () => {
    const { site } = await newOwnerWithSite({ domain: "shop.example" });
    const call = { headers: { Origin: "https://evil.example" }, body: { siteKey: site.publicKey } };
    await refuse("origin_not_allowed", "POST", "/public/widget-session", call);
  });

  for (const [domain, origin, allowed] of cases) {
    test(`${allowed ? "lets" : "doesn't let"} ${origin ?? "no origin"} use a site of ${domain}`, async () => {
      const { site } = await newOwnerWithSite({ domain });
      const headers: Record<string, string> = origin === null ? {} : { Origin: origin };
      const { status } = await send("POST", "/public/widget-session", { headers, body: { siteKey: site.publicKey } });
      expect(status).toBe(allowed ? 201 : 403);
    });
  }
});
