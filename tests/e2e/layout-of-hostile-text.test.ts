import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { BlockedAddressResponse } from "#lib/files/blocking/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { NewApiKeyResponse } from "#lib/team/api-keys/schema.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive, newOwnerInside, pathInside } from "../support/dashboard-page.ts";
import {
  newOwnerWithSite,
  newSavedReply,
  newSite,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { newLabel } from "../support/labels.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { addNote } from "../support/notes.ts";
import { cutWithoutTitle, misfits, overlaps, watchShifts } from "../support/page-layout.ts";
import { expect, test } from "../support/page-test.ts";
import { parsePages } from "../support/parsed-pages.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";
import { newHook } from "../support/webhooks.ts";

const WIDTHS = [320, 390, 768, 1024, 1280];
const WORD = "W".repeat(80);
const LONGEST_WORD = "w".repeat(4000);
const EMOJI = "👩‍👩‍👧‍👦".repeat(11);
const ARABIC = "شهرزاد: السلام عليكم (1)";
const LONG_NAMES = [
  "ร้านเครื่องปั้นดินเผาและของแต่งบ้านจากเชียงใหม่สาขาที่สอง",
  "北海道札幌市中央区の手作り陶器とガラス工芸品の専門店",
  "Художественная мастерская керамики и стекла на набережной",
  "हस्तनिर्मित मिट्टी के बर्तन और काँच की कलाकृतियाँ",
  "הסדנה לקרמיקה ולזכוכית מעוצבת בעבודת יד שברחוב הראשי",
];
const TURNED = "\u202e\u2067evil.example/txt.exe";

/** Fills an owner's settings with the longest names. Returns the ids in their pages' paths. */
async function crowdedSettings(owner: Owner, site: SiteJson, conversationId: string) {
  const { token } = owner;
  await ask(NewApiKeyResponse, 201, "POST", "/account/keys", { token, body: { name: WORD, scope: "read" } });
  await newSite(owner, { name: ARABIC });
  const labels = await Promise.all([WORD.slice(0, 40), ARABIC].map((name) => newLabel(owner, { name })));
  await patchConversation(owner, conversationId, { labels: { add: labels.map(({ id }) => id) } });
  await newSavedReply(owner, { name: WORD.slice(0, 40), body: LONGEST_WORD });
  const blocked = { token, body: { address: "203.0.113.7", label: WORD } };
  await ask(BlockedAddressResponse, 201, "POST", `/sites/${site.id}/blocking/addresses`, blocked);
  const channel = { user_id: owner.user.id, name: WORD.slice(0, 60) };
  await insertRows(sql, "channels", [
    { ...channel, kind: "push", address_hash: Buffer.from(owner.user.id) },
    {
      ...channel,
      kind: "discord",
      name: ARABIC,
      address_hash: "\\x02",
      stopped_at: new Date(),
      stop_reason: "unreadable",
    },
  ]);
  const notified = { ...channel, conversation_id: conversationId, kind: "message", channel: "discord" };
  await insertRows(sql, "notifications", [{ ...notified, status: "failed", reason: "redirected" }]);
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
  return { endpointId: hook.id, deliveryId: String(failed?.id) };
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
  for (const name of LONG_NAMES) await start(await openWidget(site), name, { name });
  return { owner, site, ids };
}

/** Makes it the inbox of two people with more conversations than a badge counts, and a number at each view. */
async function crowd(owner: Owner, site: SiteJson, snoozedId: string) {
  const [row] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const member = await addMember(String(row?.id));
  await sql("UPDATE users SET name = $2 WHERE id = $1", [member.user.id, WORD]);
  await patchConversation(owner, snoozedId, { assignee: member.user.id });
  await addNote(member, snoozedId, "Can you have a look?", { mentions: [owner.user.id] });
  const questions = await manyConversations(
    site.id,
    Array.from({ length: 120 }, (_, at) => `Question ${at}`),
  );
  for (const id of questions.slice(0, 12)) await patchConversation(owner, id, { assignee: owner.user.id });
}

// status.test.ts and mail-status.test.ts have them.
const FOR_OPERATORS = new Set(["settings/status/page.tsx", "settings/status/mail/page.tsx"]);

/** The pages of an owner's workspace, with these ids in their paths. */
async function dashboardPages(owner: Owner, ids: Record<string, string>): Promise<string[]> {
  const root = (await pathInside(owner, "/waiting")).replace("/waiting", "");
  const files = readdirSync("app/(dashboard)/w/[workspaceId]", { recursive: true, encoding: "utf8" });
  return files
    .filter((path) => path.endsWith("page.tsx") && !path.startsWith("[...path]") && !FOR_OPERATORS.has(path))
    .map((path) => `${root}/${dirname(path)}`.replace(/\[(\w+)\]/g, (_, name) => ids[name] ?? `no ${name}`));
}

test("a word of 4,000 letters or a name of 80 moves nothing out of place on any page of the dashboard (F16)", async ({
  page,
}) => {
  test.slow();
  const { owner, site, ids } = await crowdedInbox();
  const [conversationId = "", ...others] = ids;
  const more = await crowdedSettings(owner, site, conversationId);
  await crowd(owner, site, conversationId);
  await enterDashboard(page, owner);
  const shifted = await watchShifts(page);
  const [visitor] = await sql("SELECT visitor_id AS id FROM conversations WHERE id = $1", [conversationId]);
  const named = { siteId: site.id, conversationId, visitorId: String(visitor?.id), ...more };
  const paths = await dashboardPages(owner, named);
  for (const path of [...paths, ...others.map((id) => `/inbox/${id}`), `/inbox?q=${WORD}`]) {
    await page.goto(path);
    await expect(page.getByRole("main").first()).toBeVisible();
    expect.soft(await shifted(), `shifts on ${path}`).toEqual([]);
    await expectFit(page, path);
  }
  await page.goto(`/widget/frame?site=${site.publicKey}`);
  for (const text of [LONGEST_WORD, ARABIC, TURNED, EMOJI]) {
    await page.getByLabel("Message", { exact: true }).fill(text);
    await page.keyboard.press("Enter");
  }
  await expect(page.locator(".message.sent")).toHaveCount(4);
  await expectFit(page, "the widget");
});

test("nothing overlaps or moves on the pages of a workspace without any data", async ({ page }) => {
  test.slow();
  const owner = await newOwnerInside(page);
  const shifted = await watchShifts(page);
  const paths = await dashboardPages(owner, {});
  for (const path of paths.filter((one) => !one.includes("no "))) {
    await page.goto(path);
    await expect(page.getByRole("main").first()).toBeVisible();
    expect.soft(await shifted(), `shifts on ${path}`).toEqual([]);
    await expectFit(page, path);
  }
  // The first steps are above who waits.
  await start(await openWidget(await newSite(owner)), "Hello");
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/inbox");
    await expect(page.getByRole("region", { name: "Get started" }).first()).toBeAttached();
    expect.soft(await shifted(), `shifts above who waits, ${width} pixels wide`).toEqual([]);
  }
});

test("a badge of the navigation is one line and leaves its icon visible", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  let stored = 0;
  for (const [count, words] of [
    [12, "12"],
    [101, "99+"],
  ] as const) {
    await manyConversations(
      site.id,
      Array.from({ length: count - stored }, (_, at) => `Question ${at}`),
    );
    stored = count;
    await page.goto("/inbox");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ["Inbox", "Waiting"]) {
        const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
        const badge = link.getByText(words, { exact: true });
        await expect(badge).toBeVisible();
        const lines = await badge.evaluate((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length;
        });
        expect(lines, `lines of ${name}, ${width} pixels wide`).toBe(1);
        const [box, icon] = [await badge.boundingBox(), await link.locator("svg").boundingBox()];
        const covered = (icon?.x ?? 0) + (icon?.width ?? 0) - (box?.x ?? 0);
        expect(covered, `what's covered of the icon of ${name}, ${width} pixels wide`).toBeLessThanOrEqual(2);
      }
    }
  }
});

async function expectFit(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await misfits(page), `${where}, ${width} pixels wide`).toEqual([]);
    expect.soft(await overlaps(page), `overlaps on ${where}, ${width} pixels wide`).toEqual([]);
    expect.soft(await cutWithoutTitle(page), `cut without a title on ${where}, ${width} pixels wide`).toEqual([]);
  }
}

test("text of another direction doesn't change the direction around it (F16)", async ({ page }) => {
  const { owner, ids } = await crowdedInbox();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${ids[2]}`);
  const bodies = page.getByRole("region", { name: "Messages" }).locator("p[dir=auto]");
  await expect(bodies.filter({ hasText: ARABIC }).first()).toHaveCSS("direction", "rtl");
  await expect(page.locator("html")).toHaveCSS("direction", "ltr");
  const row = page.locator(`a[href*="/inbox/${ids[2]}"]`);
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
