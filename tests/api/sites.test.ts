import { expect, test } from "@playwright/test";
import { SITE_LOOKS, SITE_SETTINGS } from "#lib/sites/sites/fields.ts";
import { SiteListResponse, SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, readProblem, refuseFields, send } from "../support/api-client.ts";
import { deleteSite, newOwner, newSite } from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const defaultsOf = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, setting]) => ("default" in setting ? [[name, setting.default]] : [])),
  );

test.describe("POST /sites", () => {
  test("creates a site with the defaults, given only a name", async () => {
    const owner = await newOwner();
    const { site } = await ask(SiteResponse, 201, "POST", "/sites", { token: owner.token, body: { name: "Tea" } });
    expect(site).toMatchObject({
      ...defaultsOf(SITE_SETTINGS),
      ownerId: owner.user.id,
      name: "Tea",
      updatedAt: site.createdAt,
      appearance: defaultsOf(SITE_LOOKS),
    });
  });

  test("stores every field as it was sent, byte for byte", async () => {
    const owner = await newOwner();
    const fields = {
      name: "  Café e\u0301 🛒 ",
      domain: "HTTPS://Shop.Example:8080/a b",
      accentColor: "#AbCdEf",
      welcomeMessage: " <b>Hi</b>\r\n\tthere ",
    };
    expect(await newSite(owner, fields)).toMatchObject(fields);
  });

  test("stores a domain that names no host as it was sent, and reports that it restricts nothing", async () => {
    const owner = await newOwner();
    for (const domain of ["example.com, shop.example.com", "example.com:99999", "example.com..", "my little shop"]) {
      expect(await newSite(owner, { domain })).toMatchObject({ domain, domainIgnored: true });
    }
    for (const domain of ["example.com", "https://example.com:8080/shop", "", null]) {
      expect(await newSite(owner, { domain })).not.toHaveProperty("domainIgnored");
    }
  });

  test("gives each of 20 concurrent new sites its own public key (C10)", async () => {
    const owner = await newOwner();
    const sites = await Promise.all(Array.from({ length: 20 }, () => newSite(owner)));
    expect(new Set(sites.map((site) => site.publicKey)).size).toBe(20);
  });

  test("ignores fields that only the service sets, and unknown ones", async () => {
    const owner = await newOwner();
    const given = {
      id: "018f0000-0000-7000-8000-000000000000",
      ownerId: "018f0000-0000-7000-8000-000000000001",
      workspaceId: "018f0000-0000-7000-8000-000000000002",
      publicKey: "pk_mine",
      createdAt: "2001-01-01T00:00:00.000Z",
      updatedAt: "2001-01-01T00:00:00.000Z",
      color: "red",
    };
    const site = await newSite(owner, { ...given, name: "Mine" });
    expect(site.ownerId).toBe(owner.user.id);
    for (const field of ["id", "publicKey", "createdAt", "updatedAt"] as const)
      expect(site[field]).not.toBe(given[field]);
  });

  test("creates at most a thousand sites per workspace, however many are requested at once (B31)", async () => {
    const owner = await newOwner();
    await sql(
      `INSERT INTO sites (id, workspace_id, public_key, name, accent_color, welcome_message, created_at, updated_at)
      SELECT gen_random_uuid(), w.id, 'pk_' || gen_random_uuid(), 'Shop', '#2563eb', 'Hi', now(), now()
      FROM workspaces w, generate_series(1, 995) WHERE w.owner_id = $1`,
      [owner.user.id],
    );
    const asked = Array.from({ length: 20 }, () =>
      send("POST", "/sites", { token: owner.token, body: { name: "One more" } }),
    );
    const responses = await Promise.all(asked);
    expect(responses.filter(({ status }) => status === 201).length).toBe(5);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect(readProblem(response, "conflict").detail).toContain("1000 sites");
    }
    expect((await storedRows(owner)).sites.length).toBe(1000);
    await deleteSite(
      owner,
      SiteResponse.parse(JSON.parse(responses.find(({ status }) => status === 201)?.text ?? "")).site,
    );
    await newSite(owner);
  });

  const refused: [why: string, field: string, body: object][] = [
    ["no name", "name", {}],
    ["a name of null", "name", { name: null }],
    ["a name of 81 characters", "name", { name: "n".repeat(81) }],
    ["a domain of 161 characters", "domain", { name: "n", domain: "d".repeat(161) }],
    ["a domain of two lines", "domain", { name: "n", domain: "a\nb" }],
    ["a domain that is a list", "domain", { name: "n", domain: ["a"] }],
    ["a color by name", "accentColor", { name: "n", accentColor: "red" }],
    ["a color of null", "accentColor", { name: "n", accentColor: null }],
    ["an empty welcome message", "welcomeMessage", { name: "n", welcomeMessage: "" }],
  ];
  for (const [why, field, body] of refused) {
    test(`rejects ${why}, and creates nothing`, async () => {
      const owner = await newOwner();
      await refuseFields([field], "POST", "/sites", { token: owner.token, body });
      expect((await storedRows(owner)).sites).toEqual([]);
    });
  }

  test("reports all invalid fields together, so a form can show each", async () => {
    const owner = await newOwner();
    const body = { name: "", domain: 1, accentColor: "blue", welcomeMessage: " " };
    const fields = ["name", "domain", "accentColor", "welcomeMessage"];
    const said = await refuseFields(fields, "POST", "/sites", { token: owner.token, body });
    for (const message of said) expect(message).toMatch(/^must /);
  });
});

test.describe("GET /sites", () => {
  test("lists the owner's own sites, oldest first, and no one else's", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const first = await newSite(owner, { name: "First" });
    await newSite(other);
    const second = await newSite(owner, { name: "Second" });
    const { sites } = await ask(SiteListResponse, 200, "GET", "/sites", { token: owner.token });
    expect(sites).toEqual([first, second]);
  });

  test("is empty for a new owner", async () => {
    const owner = await newOwner();
    expect(await ask(SiteListResponse, 200, "GET", "/sites", { token: owner.token })).toEqual({ sites: [] });
  });
});
