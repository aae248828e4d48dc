import type { Page } from "@playwright/test";
import { NewApiKeyResponse } from "#lib/api-keys/schema.ts";
import type { SiteJson } from "#lib/sites/schema.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import { newOwnerWithSite, type Owner, openWidget, reply, sendMessage, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { parsePages } from "../support/parsed-pages.ts";
import { sql } from "../support/stored-rows.ts";
import { newHook } from "../support/webhooks.ts";

const WORD = "W".repeat(80);
const LONGEST_WORD = "w".repeat(4000);
const EMOJI = "👩‍👩‍👧‍👦".repeat(11);
const ARABIC = "شهرزاد: السلام عليكم (1)";
const TURNED = "\u202e\u2067evil.example/txt.exe";

/** What is wider than the room that it has, and would be cut off or make the page scroll sideways. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("html, body, body *")]
      .filter((one) => {
        const { overflowX, display } = getComputedStyle(one);
        const isInView = one.getClientRects().length > 0 && display !== "inline";
        const scrolls = overflowX === "auto" || overflowX === "scroll" || one.matches("html, body, main");
        return isInView && scrolls && one.scrollWidth > one.clientWidth + 1;
      })
      .map((one) => `${one.tagName} ${one.className} ${one.scrollWidth} > ${one.clientWidth}`),
  );

/** Gives an owner a key and a failed webhook with the longest names. Returns the pages that show them. */
async function crowdedSettings(owner: Owner, site: SiteJson): Promise<string[]> {
  const key = { token: owner.token, body: { name: WORD, scope: "read" } };
  await ask(NewApiKeyResponse, 201, "POST", "/account/keys", key);
  const url = `https://hooks.example/${LONGEST_WORD.slice(0, 1_900)}`;
  const { hook } = await newHook(owner, site, url, { description: WORD });
  const [failed] = await sql(
    `INSERT INTO webhook_deliveries (
       id, job_id, workspace_id, site_id, endpoint_id, type, data, status, reason, due_at, created_at, updated_at
     )
     SELECT gen_random_uuid(), gen_random_uuid(), workspace_id, site_id, id, 'message.created', '{}', 'failed', $2, now(),
       now(), now()
     FROM webhook_endpoints WHERE id = $1 RETURNING id`,
    [hook.id, LONGEST_WORD.slice(0, 300)],
  );
  const page = `/settings/sites/${site.id}/webhooks/${hook.id}`;
  return ["/settings/account/keys", "/settings/account/profile", "/settings/deliveries", page, `${page}/${failed?.id}`];
}

async function crowdedInbox() {
  const { owner, site } = await newOwnerWithSite({
    name: WORD,
    domain: WORD + WORD,
    welcomeMessage: LONGEST_WORD.slice(0, 180),
  });
  const ids: string[] = [];
  for (const name of [WORD, EMOJI, ARABIC]) {
    const visitor = await openWidget(site, { visitorId: WORD + WORD });
    const pageUrl = `https://shop.example/${"p".repeat(970)}`;
    const more = { name, visitorId: WORD + WORD, pageUrl, email: `${"e".repeat(148)}@example.com` };
    const { conversationId } = await start(visitor, LONGEST_WORD, more);
    for (const text of [LONGEST_WORD, ARABIC, TURNED, EMOJI]) {
      await sendMessage(visitor, conversationId, text);
      await reply(owner, conversationId, text);
    }
    ids.push(conversationId);
  }
  return { owner, site, ids };
}

for (const width of [390, 820, 1440]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("a word of 4,000 letters or a name of 80 moves nothing out of place (F16)", async ({ page }) => {
      const { owner, site, ids } = await crowdedInbox();
      await enterDashboard(page, owner);
      for (const path of [
        ...["/inbox", ...ids.map((id) => `/inbox/${id}`), `/inbox?q=${WORD}`],
        ...["/settings/sites", `/settings/sites/${site.id}`, ...(await crowdedSettings(owner, site))],
        ...["appearance", "install", "danger"].map((section) => `/settings/sites/${site.id}/${section}`),
      ]) {
        await page.goto(path);
        await expect(page.getByRole("main").first()).toBeVisible();
        expect(await overflowing(page), path).toEqual([]);
      }
      await page.goto(`/widget/frame?site=${site.publicKey}`);
      for (const text of [LONGEST_WORD, ARABIC, TURNED, EMOJI]) {
        await page.getByLabel("Message", { exact: true }).fill(text);
        await page.keyboard.press("Enter");
      }
      await expect(page.locator(".message.sent")).toHaveCount(4);
      expect(await overflowing(page)).toEqual([]);
    });
  });
}

test("text of another direction doesn't change the direction around it (F16)", async ({ page }) => {
  const { owner, ids } = await crowdedInbox();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${ids[2]}`);
  const bodies = page.getByRole("region", { name: "Messages" }).locator("p[dir=auto]");
  await expect(bodies.filter({ hasText: ARABIC }).first()).toHaveCSS("direction", "rtl");
  await expect(page.locator("html")).toHaveCSS("direction", "ltr");
  const row = page.locator(`a[href^="/inbox/${ids[2]}"]`);
  await expect(row.locator("bdi").first()).toHaveCSS("unicode-bidi", "isolate");
  const [name, time] = [await row.locator("bdi").first().boundingBox(), await row.locator("time").boundingBox()];
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(time?.x ?? 0);
});

test("only a web address becomes a link, even in a row from before there were rules (F3)", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const { conversationId: id } = await start(await openWidget(site), "Hello");
  const links: [address: string, href: string | undefined][] = [
    ["https://shop.example/a?b=1#c", "https://shop.example/a?b=1#c"],
    ["HTTP://shop.example", "http://shop.example/"],
    ["java\nscript:window.__xss=1", undefined],
    [" javascript:window.__xss=1", undefined],
    ["\u0001javascript:window.__xss=1", undefined],
    ["JAVASCRIPT:window.__xss=1//https://shop.example", undefined],
    ["view-source:https://shop.example", undefined],
    ["blob:https://shop.example/1", undefined],
    ["filesystem:https://shop.example/1", undefined],
    ["file:///etc/passwd", undefined],
    ["intent://shop.example#Intent;end", undefined],
    ["//shop.example", undefined],
    ["/settings/account", undefined],
  ];
  for (const [address, href] of links) {
    await sql("UPDATE conversations SET page_url = $2 WHERE id = $1", [id, address]);
    const [shown] = await parsePages(page, [`/inbox/${id}`], owner.token);
    const outward = new Set(shown?.links.filter((link) => !link.startsWith("/demo")));
    expect([...outward], address).toEqual(href ? [`${href} noopener noreferrer nofollow`] : []);
  }
});
