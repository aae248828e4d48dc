import { expect, test } from "@playwright/test";
import { type SiteJson, SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import { deleteSite, newOwnerWithSite, type Owner, openWidget, start } from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

async function patchSite(owner: Owner, site: SiteJson, body: object): Promise<SiteJson> {
  return (await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body })).site;
}

test.describe("GET /sites/{siteId}", () => {
  test("returns the site as it was created", async () => {
    const { owner, site } = await newOwnerWithSite();
    expect(await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token })).toEqual({ site });
  });

  test("accepts an id in upper case", async () => {
    const { owner, site } = await newOwnerWithSite();
    const path = `/sites/${site.id.toUpperCase()}`;
    expect((await ask(SiteResponse, 200, "GET", path, { token: owner.token })).site.id).toBe(site.id);
  });

  for (const id of ["1", "null", "018f0000-0000-7000-8000-00000000000g", "a".repeat(3000)]) {
    test(`rejects the malformed id ${id.slice(0, 40)}`, async () => {
      const { owner } = await newOwnerWithSite();
      await refuseFields(["siteId"], "GET", `/sites/${id}`, { token: owner.token });
    });
  }
});

test.describe("PATCH /sites/{siteId}", () => {
  const changes: [field: keyof SiteJson, value: string | null][] = [
    ["name", "x".repeat(80)],
    ["name", "Robert'); DROP TABLE sites;--"],
    ["domain", "shop.example"],
    ["domain", "d".repeat(160)],
    ["domain", null],
    ["accentColor", "#000000"],
    ["welcomeMessage", "<script>__xss=1</script>"],
    ["welcomeMessage", "😀".repeat(180)],
  ];
  for (const [field, value] of changes) {
    test(`changes ${field} to ${String(value).slice(0, 30)} and nothing else`, async () => {
      const { owner, site } = await newOwnerWithSite({ domain: "before.example" });
      const changed = await patchSite(owner, site, { [field]: value });
      expect(changed).toEqual({ ...site, [field]: value, updatedAt: changed.updatedAt });
      expect(changed.updatedAt > site.updatedAt).toBe(true);
    });
  }

  test("treats an empty domain as none, since forms send that", async () => {
    const { owner, site } = await newOwnerWithSite({ domain: "before.example" });
    expect((await patchSite(owner, site, { domain: "" })).domain).toBeNull();
  });

  test("changes nothing for {}, updatedAt included (B29)", async () => {
    const { owner, site } = await newOwnerWithSite();
    expect(await patchSite(owner, site, {})).toEqual(site);
  });

  test("ignores fields that an owner can't change (A17)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const raw = `{"id":"x","ownerId":"x","workspaceId":"x","publicKey":"x","createdAt":"x","__proto__":{"name":"x"},
      "constructor":{"prototype":{"name":"x"}}}`;
    const headers = { "Content-Type": "application/json" };
    const response = await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, raw, headers });
    expect(response.site).toEqual(site);
  });

  const refused: [field: string, value: unknown][] = [
    ["name", null],
    ["name", ""],
    ["name", "n".repeat(81)],
    ["name", "two\nlines"],
    ["name", "\u202egnp.exe"],
    ["accentColor", "#12345"],
    ["accentColor", "#1234567"],
    ["accentColor", "#12345g"],
    ["accentColor", "#123456\n"],
    ["accentColor", "red;background:url(//x)"],
    ["accentColor", "expression(1)"],
    ["accentColor", "</style>"],
    ["accentColor", "#".repeat(60_000)],
    ["accentColor", null],
    ["welcomeMessage", null],
    ["welcomeMessage", ""],
    ["welcomeMessage", "w".repeat(181)],
    ["domain", "d".repeat(161)],
    ["domain", { not: null }],
  ];
  for (const [field, value] of refused) {
    test(`rejects ${field} ${JSON.stringify(value).slice(0, 30)} and changes nothing (B19, B27, B28)`, async () => {
      const { owner, site } = await newOwnerWithSite();
      const before = await storedRows(owner);
      const body = { name: "A good name", welcomeMessage: "A good message", [field]: value };
      await refuseFields([field], "PATCH", `/sites/${site.id}`, { token: owner.token, body });
      expect(await storedRows(owner)).toEqual(before);
    });
  }

  test("keeps all of 20 concurrent changes to different fields (C12)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const wanted = { name: "New", domain: "new.example", accentColor: "#111111", welcomeMessage: "New" };
    const patches = Array.from({ length: 5 }, () => Object.entries(wanted)).flat();
    await Promise.all(patches.map(([field, value]) => patchSite(owner, site, { [field]: value })));
    const after = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token });
    expect(after.site).toMatchObject(wanted);
  });
});

test.describe("DELETE /sites/{siteId}", () => {
  test("deletes the site with everything in it, and nothing of another site (G2)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const kept = await newOwnerWithSite();
    await start(await openWidget(site), "Hello");
    await start(await openWidget(kept.site), "Hello");
    const before = await storedRows(kept.owner);

    await deleteSite(owner, site);

    const { sites, visitors, conversations, messages } = await storedRows(owner);
    expect([sites, visitors, conversations, messages]).toEqual([[], [], [], []]);
    expect(await storedRows(kept.owner)).toEqual(before);
  });

  test("leaves no orphan: a visitor's rows are gone", async () => {
    const { owner, site } = await newOwnerWithSite();
    const started = await start(await openWidget(site), "Hello");
    await deleteSite(owner, site);
    const left = await sql(
      `SELECT id FROM visitors WHERE id = $1 UNION ALL SELECT id FROM conversations WHERE id = $2
       UNION ALL SELECT id FROM messages WHERE conversation_id = $2`,
      [started.visitorId, started.conversationId],
    );
    expect(left).toEqual([]);
  });

  test("returns 404 the second time", async () => {
    const { owner, site } = await newOwnerWithSite();
    await deleteSite(owner, site);
    await refuse("not_found", "DELETE", `/sites/${site.id}`, { token: owner.token });
  });

  test("invalidates the public key and the visitors' tokens immediately (A2)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    await deleteSite(owner, site);
    await refuse("not_found", "POST", "/public/widget-session", { body: { siteKey: site.publicKey } });
    await refuse("not_found", "POST", "/public/conversations", { token: visitor.token, body: { message: "Hi" } });
  });

  test("ignores any body", async () => {
    const { owner, site } = await newOwnerWithSite();
    const call = { token: owner.token, raw: "not json", headers: { "Content-Type": "text/plain" } };
    await askNothing("DELETE", `/sites/${site.id}`, call);
  });
});
