import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/schema.ts";
import { ask } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite } from "../support/factories.ts";

type Headers = Record<string, string>;

/** A site whose script pages load, and what its owner sees of that. */
async function siteWithPages(domain: string | null = null) {
  const { owner, site } = await newOwnerWithSite({ domain });
  return {
    load: async (headers: Headers) => {
      const response = await fetch(`${testEnvironment.baseUrl}/widget.js?site=${site.publicKey}`, { headers });
      expect(response.status).toBe(200);
    },
    seen: async () => (await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token })).site.tagSeen,
    /** Moves what was seen into the past. */
    age: (minutes: number) =>
      query(
        testEnvironment.databaseUrl,
        `UPDATE sites SET tag_seen_at = tag_seen_at - make_interval(mins => $2) WHERE id = $1::uuid`,
        [site.id, minutes],
      ),
  };
}

test("the first page that loads a site's script is shown to its owner, and further ones once an hour", async () => {
  const { load, seen, age } = await siteWithPages();
  expect(await seen()).toBeUndefined();
  // Neither our own pages nor headers without a host count.
  await load({ Referer: `${testEnvironment.baseUrl}/demo` });
  await load({ Referer: "nonsense" });
  await load({ Origin: "null" });
  await load({});
  await load({ Referer: `https://${"a".repeat(300)}.example/` });
  await load({ Referer: "https://fjord.example/mugs?token=secret" });
  await expect.poll(seen).toMatchObject({ host: "fjord.example", allowed: true });
  const first = await seen();
  await load({ Origin: "https://shop.example" });
  await age(59);
  await load({ Origin: "https://shop.example" });
  expect((await seen())?.host).toBe("fjord.example");
  await age(1);
  await load({ Origin: "https://shop.example" });
  await expect.poll(async () => (await seen())?.host).toBe("shop.example");
  expect((await seen())?.at).not.toBe(first?.at);
});

test("a host that the domain doesn't allow is shown until an allowed one is seen, and never again", async () => {
  const { load, seen, age } = await siteWithPages("fjord.example");
  await load({ Referer: "https://localhost:8080/" });
  await expect.poll(seen).toMatchObject({ host: "localhost", allowed: false });
  await load({ Referer: "https://www.fjord.example/" });
  await expect.poll(seen).toMatchObject({ host: "www.fjord.example", allowed: true });
  await age(120);
  const before = await seen();
  await load({ Referer: "https://evil.example/" });
  expect(await seen()).toEqual(before);
});
