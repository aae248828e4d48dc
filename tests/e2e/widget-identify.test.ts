import type { Page } from "@playwright/test";
import { allMessages, inbox, openWidget, reply, start } from "../support/factories.ts";
import { expect } from "../support/page-test.ts";
import { hashOf } from "../support/verified.ts";
import { test, type VouchingShop } from "../support/vouching-shop.ts";
import { widgetOn } from "../support/widget-page.ts";

const call = (page: Page, ...values: unknown[]) =>
  page.evaluate((all) => window.SiteInbox?.(...(all as [string])), values);

const identify = (page: Page, { secret }: VouchingShop, id: string) =>
  call(page, "identify", { id, hash: hashOf(secret, id) });

const sessionsAsked = (page: Page) => {
  const bodies: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/public/widget-session")) bodies.push(request.postDataJSON());
  });
  return bodies;
};

/** Holds back the requests that open the chat, until they're released. */
const holdSessions = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/public/widget-session", async (route) => {
    await promise;
    // A removed frame's request has ended.
    await route.continue().catch(() => {});
  });
  return { release: resolve };
};

/** What the frame keeps in this browser, as text. */
const keptInFrame = async (page: Page) => {
  const frame = page.frames().find((one) => one.url().includes("/widget/frame"));
  return frame?.evaluate(() => JSON.stringify({ ...localStorage }));
};

test("a page that names its visitor before the chat is opened gets the verified visitor from the first request", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const asked = sessionsAsked(page);
  await page.goto(`${shop.host.neighbor}/ana`);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  expect(asked).toEqual([{ siteKey: shop.site.publicKey, language: "en", ...shop.proof("ana") }]);
  await expect
    .poll(() => inbox(shop.owner))
    .toMatchObject([
      { visitorExternalId: "ana", visitorVerified: true, visitorName: "Ana", visitorEmail: "ana@shop.example" },
    ]);
  expect(shop.warnings).toEqual([]);
});

test("a verified visitor sees the conversation they started on another device", { tag: "@journey" }, async ({
  page,
  shop,
}) => {
  const phone = await shop.openAs("ana");
  const { conversationId } = await start(phone, "From my phone");
  await reply(shop.owner, conversationId, "We are looking into it");
  await page.goto(`${shop.host.neighbor}/ana`);
  const widget = widgetOn(page);
  await widget.open();
  await expect(widget.log).toContainText("We are looking into it");
  await widget.write("And from my laptop");
  await widget.expectSent("And from my laptop");
  const bodies = (await allMessages(shop.owner, conversationId)).map(({ body }) => body);
  expect(bodies).toEqual(["From my phone", "We are looking into it", "And from my laptop"]);
});

test("a page can verify its visitor while they write, and their text is kept", async ({ page, shop }) => {
  const phone = await shop.openAs("ana");
  await start(phone, "From my phone");
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await widget.composer.fill("I was just about to");
  await identify(page, shop, "ana");
  await expect(widget.log).toContainText("From my phone");
  await expect(widget.composer).toHaveValue("I was just about to");
  await expect(widget.composer).toBeFocused();
  await page.keyboard.press("Enter");
  await widget.expectSent("I was just about to");
  await expect.poll(() => inbox(shop.owner)).toMatchObject([{ visitorExternalId: "ana", lastSeq: 2 }]);
});

test("what a visitor sends and begins before the chat has opened moves along when the page verifies them", async ({
  page,
  shop,
}) => {
  const held = await holdSessions(page);
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Sent too early");
  await widget.composer.fill("Half a sentence");
  await identify(page, shop, "ana");
  held.release();
  await widget.expectSent("Sent too early");
  await expect(widget.composer).toHaveValue("Half a sentence");
  await expect
    .poll(() => inbox(shop.owner))
    .toMatchObject([{ visitorExternalId: "ana", visitorVerified: true, lastSeq: 1 }]);
});

test("an anonymous conversation stays where it was when its visitor is verified", async ({ page, shop }) => {
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Before I logged in");
  await widget.expectSent("Before I logged in");
  await identify(page, shop, "ana");
  await expect(widget.log).not.toContainText("Before I logged in");
  await widget.write("Now I am Ana");
  await widget.expectSent("Now I am Ana");
  await expect
    .poll(async () => (await inbox(shop.owner)).map((one) => [one.visitorVerified, one.lastMessagePreview]))
    .toEqual([
      [true, "Now I am Ana"],
      [false, "Before I logged in"],
    ]);
});

test("naming the same visitor again does nothing, so no one is interrupted while writing", async ({ page, shop }) => {
  await page.goto(`${shop.host.neighbor}/ana`);
  const widget = widgetOn(page);
  const asked = sessionsAsked(page);
  await widget.open();
  await expect.poll(() => asked).toHaveLength(1);
  await widget.composer.fill("Half a");
  await page.evaluate(() => Reflect.set(window, "frame", document.activeElement?.shadowRoot?.querySelector("iframe")));
  await identify(page, shop, "ana");
  await call(page, "identify", { ...{ id: "ana", hash: hashOf(shop.secret, "ana") }, name: "Ana Ö." });
  await expect(widget.frame.getByRole("button", { name: "Ana Ö." })).toBeVisible();
  await expect(widget.composer).toHaveValue("Half a");
  const isSameFrame = await page.evaluate(
    () => Reflect.get(window, "frame") === document.activeElement?.shadowRoot?.querySelector("iframe"),
  );
  expect(isSameFrame).toBe(true);
  expect(asked).toHaveLength(1);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test("each visitor's texts stay theirs: the next visitor doesn't see or send them, and none is lost", async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.host.neighbor}/ana`);
    const widget = widgetOn(page);
    await widget.open();
    await widget.write("First from Ana");
    await widget.expectSent("First from Ana");
    // What Ana sends now finds no server, and what she writes after that is not even sent.
    await page.route("**/public/conversations/**", (route) => route.abort("internetdisconnected"));
    await widget.write("Unsent from Ana");
    await expect(widget.log).toContainText("Unsent from Ana");
    await widget.composer.fill("Half from Ana");

    await identify(page, shop, "ben");
    await page.unroute("**/public/conversations/**");
    await expect(widget.composer).toHaveValue("");
    await expect(widget.log).not.toContainText("Ana");
    await widget.write("Hello from Ben");
    await widget.expectSent("Hello from Ben");
    await expect(widget.log).not.toContainText("Ana");
    await expect
      .poll(() => inbox(shop.owner))
      .toMatchObject([
        { visitorExternalId: "ben", lastMessagePreview: "Hello from Ben", lastSeq: 1 },
        { visitorExternalId: "ana", lastMessagePreview: "First from Ana", lastSeq: 1 },
      ]);

    await identify(page, shop, "ana");
    await widget.expectSent("Unsent from Ana");
    await expect(widget.composer).toHaveValue("Half from Ana");
    await expect(widget.log).not.toContainText("Ben");
    await expect
      .poll(() => inbox(shop.owner))
      .toMatchObject([
        { visitorExternalId: "ana", lastMessagePreview: "Unsent from Ana", lastSeq: 2 },
        { visitorExternalId: "ben", lastSeq: 1 },
      ]);
  });
});

test("logout forgets a verified visitor, with tokens and texts, and the next visitor is anonymous", {
  tag: "@journey",
}, async ({ page, shop }) => {
  await page.goto(`${shop.host.neighbor}/ana`);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("From Ana");
  await widget.expectSent("From Ana");
  await widget.composer.fill("Half a secret");
  expect(await keptInFrame(page)).toContain("Half a secret");

  await call(page, "logout");
  await expect(page.locator("iframe")).toHaveCount(0);
  await widget.open();
  await expect(widget.composer).toHaveValue("");
  await expect(widget.log).not.toContainText("From Ana");
  expect(await keptInFrame(page)).not.toMatch(/\bana\b|secret/i);
  await widget.write("From the next visitor");
  await widget.expectSent("From the next visitor");
  await expect
    .poll(() => inbox(shop.owner))
    .toMatchObject([
      { visitorVerified: false, lastMessagePreview: "From the next visitor" },
      { visitorVerified: true, lastMessagePreview: "From Ana" },
    ]);
  await expect.poll(async () => (await inbox(shop.owner))[0]).not.toHaveProperty("visitorExternalId");
});

test("logout forgets a verified visitor in the other tabs too, though their pages named them before", async ({
  page,
  context,
  shop,
}) => {
  await page.goto(`${shop.host.neighbor}/ana`);
  const other = await context.newPage();
  await other.goto(`${shop.host.neighbor}/ana`);
  for (const tab of [page, other]) {
    await widgetOn(tab).open();
  }
  await widgetOn(page).write("From Ana");
  await widgetOn(page).expectSent("From Ana");
  await expect(widgetOn(other).log).toContainText("From Ana");
  await call(page, "logout");
  await expect(widgetOn(other).log).not.toContainText("From Ana");
  await widgetOn(other).write("From someone");
  await widgetOn(other).expectSent("From someone");
  await expect.poll(() => inbox(shop.owner)).toMatchObject([{ visitorVerified: false }, { visitorVerified: true }]);
});

test.describe("with an invalid hash", () => {
  test.use({ expectedErrors: [/Failed to load resource.*403/] });

  test("a console message says so, and the visitor can chat as an unverified one", async ({ page, shop }) => {
    await start(await shop.openAs("ana"), "A secret of Ana's");
    await page.goto(`${shop.host.neighbor}/pretender`);
    const widget = widgetOn(page);
    await widget.open();
    await expect(widget.frame.getByRole("button", { name: "Ana, ana@shop.example" })).toBeVisible();
    await expect(widget.log).not.toContainText("secret");
    await widget.write("Hello, I am Ana");
    await widget.expectSent("Hello, I am Ana");
    expect(shop.warnings).toEqual([
      "Site Inbox: the hash given to identify does not prove the id, so the visitor is not verified.",
    ]);
    await expect
      .poll(() => inbox(shop.owner))
      .toMatchObject([
        { visitorExternalId: "ana", visitorVerified: false, lastMessagePreview: "Hello, I am Ana" },
        { visitorExternalId: "ana", visitorVerified: true, lastMessagePreview: "A secret of Ana's" },
      ]);
  });

  test("what was sent and begun before the hash was rejected is sent and kept", async ({ page, shop }) => {
    const held = await holdSessions(page);
    await page.goto(`${shop.host.neighbor}/pretender`);
    const widget = widgetOn(page);
    await widget.open();
    await widget.write("Sent too early");
    await widget.composer.fill("Half a sentence");
    held.release();
    await widget.expectSent("Sent too early");
    await expect(widget.composer).toHaveValue("Half a sentence");
    await expect
      .poll(() => inbox(shop.owner))
      .toMatchObject([{ visitorVerified: false, lastMessagePreview: "Sent too early" }]);
  });

  test("an anonymous visitor's draft is kept", async ({ page, shop }) => {
    await page.goto(shop.host.neighbor);
    const widget = widgetOn(page);
    await widget.open();
    await widget.composer.fill("Half a sentence");
    await call(page, "identify", { id: "ana", hash: "0".repeat(64) });
    await expect.poll(() => shop.warnings).toHaveLength(1);
    await expect(widget.composer).toHaveValue("Half a sentence");
    await widget.composer.press("Enter");
    await widget.expectSent("Half a sentence");
  });
});

test("the chat opens for an unverified visitor if the page broke the functions that read the hash", async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    if (window !== top) return;
    RegExp.prototype.test = () => {
      throw new Error("patched");
    };
  });
  await page.goto(`${shop.host.neighbor}/ana`);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await expect.poll(() => inbox(shop.owner)).toMatchObject([{ visitorVerified: false }]);
});

test("no hash is kept in the browser, and no token is passed to the page (F12)", async ({ page, shop }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Reflect.set(window, "heard", heard);
    addEventListener("message", ({ data }) => heard.push(data));
  });
  await page.goto(`${shop.host.neighbor}/ana`);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  const kept = (await keptInFrame(page)) ?? "";
  expect(kept).not.toContain(hashOf(shop.secret, "ana"));
  const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;
  expect(kept).toMatch(token);
  const within = await page.evaluate(() => {
    const texts = [document.documentElement.outerHTML, JSON.stringify({ ...localStorage, ...sessionStorage })];
    const root = [...document.querySelectorAll("*")].find((one) => one.shadowRoot)?.shadowRoot;
    return [...texts, root?.innerHTML, document.cookie, JSON.stringify(Reflect.get(window, "heard"))].join("\n");
  });
  expect(within).toContain("site-inbox:hello");
  expect(within).not.toMatch(token);
  // The same from outside of the browser: without the hash the token that it keeps is nobody's.
  const [visitorToken = ""] = kept.match(token) ?? [];
  const thief = await openWidget(shop.site, { visitorToken, visitorId: "ana" });
  expect(thief).not.toHaveProperty("conversation");
});
