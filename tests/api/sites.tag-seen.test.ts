import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";

type Headers = Record<string, string>;

/** A site whose script pages load, and what its owner sees of that. */
async function siteWithPages(domain: string | null = null) {
  const { owner, site } = await newOwnerWithSite({ domain });
  return {
    id: site.id,
    load: async (headers: Headers, { baseUrl }: { baseUrl: string } = testEnvironment) => {
      const response = await fetch(`${baseUrl}/widget.js?site=${site.publicKey}`, { headers });
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
  const loaded = () => load({ Origin: "https://shop.example" }).then(seen);
  await expect.poll(async () => (await loaded())?.host).toBe("shop.example");
  expect((await seen())?.at).not.toBe(first?.at);
});

test("of two processes that see a site's first pages at the same moment, one stores a host", {
  tag: "@all",
}, async () => {
  const { id, load, seen } = await siteWithPages();
  await using other = await startProcess("tag");
  await using holder = await holdTransaction();
  await holder.run("SELECT FROM sites WHERE id = $1 FOR UPDATE", [id]);
  const writing = async (where: string) =>
    (await sql(`SELECT FROM pg_stat_activity WHERE query LIKE 'UPDATE%tag_seen_at%' AND ${where}`)).length;
  // Each process tries once.
  for (const name of ["one", "two", "three"]) await load({ Referer: `https://${name}.example/` });
  await holder.untilWaitedFor();
  for (const name of ["four", "five"]) await load({ Referer: `https://${name}.example/` }, other);
  await expect.poll(() => writing("wait_event_type = 'Lock'")).toBe(2);
  await holder.end("COMMIT");
  await expect.poll(() => writing("state = 'active' AND pid <> pg_backend_pid()")).toBe(0);
  expect((await seen())?.host).toBe("one.example");
});

test("a host that the domain doesn't allow is shown until an allowed one is seen, and never again", async () => {
  const { load, seen, age } = await siteWithPages("fjord.example");
  await load({ Referer: "https://localhost:8080/" });
  await expect.poll(seen).toMatchObject({ host: "localhost", allowed: false });
  // A process stores one host at a time, and may still be at the first.
  const loaded = () => load({ Referer: "https://www.fjord.example/" }).then(seen);
  await expect.poll(loaded).toMatchObject({ host: "www.fjord.example", allowed: true });
  await age(120);
  const before = await seen();
  await load({ Referer: "https://evil.example/" });
  expect(await seen()).toEqual(before);
});
