import type { BrowserContext, Page } from "@playwright/test";
import { inbox, reply } from "../support/factories.ts";
import { STREAM, startLive } from "../support/live-shop.ts";
import { expect, test } from "../support/shop-test.ts";
import { widgetOn } from "../support/widget-page.ts";

/** The pages that ask for a stream, in the order they do. */
function watchStreams(context: BrowserContext): Page[] {
  const pages: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === STREAM) pages.push(request.frame().page());
  });
  return pages;
}

test("eight tabs of a shop share one stream, another browser has its own, and when its tab closes another takes over", async ({
  context,
  browser,
  shop,
}) => {
  test.slow();
  const streams = watchStreams(context);
  const first = await context.newPage();
  const { id } = await startLive(shop, first);
  const pages = [first];
  for (let more = 0; more < 7; more++) {
    const page = await context.newPage();
    const widget = await shop.visit(page);
    await page.getByRole("button", { name: /^Open chat/ }).click();
    await widget.expectSent("Do you have this in green?");
    pages.push(page);
  }
  await reply(shop.owner, id, "To all tabs.");
  for (const page of pages) await expect(widgetOn(page).log.getByText("To all tabs.")).toBeAttached();
  expect(streams).toEqual([first]);

  const stranger = await browser.newContext();
  const strangers = watchStreams(stranger);
  const other = await shop.visit(await stranger.newPage());
  await other.open();
  await other.write("Someone else");
  await other.expectSent("Someone else");
  await expect(other.log).not.toContainText("To all tabs.");
  await expect.poll(() => strangers.length, "streams of the other browser").toBe(1);
  await expect.poll(() => inbox(shop.owner)).toHaveLength(2);
  await stranger.close();

  const next = context.waitForEvent("request", (request) => new URL(request.url()).pathname === STREAM);
  await first.close();
  await next;
  await reply(shop.owner, id, "To the rest.");
  for (const page of pages.slice(1)) await expect(widgetOn(page).log.getByText("To the rest.")).toBeAttached();
  expect(streams).toHaveLength(2);
});

test("two tabs that open at once are one visitor", { tag: "@journey" }, async ({ context, shop }) => {
  const visitors: string[] = [];
  context.on("response", async (response) => {
    if (response.url().endsWith("/public/widget-session")) visitors.push((await response.json()).visitorId);
  });
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) await shop.visit(page);
  await Promise.all(pages.map((page) => widgetOn(page).launcher.click()));
  for (const page of pages) await widgetOn(page).write("Hello");
  for (const page of pages)
    await expect(widgetOn(page).frame.locator(".message.sent", { hasText: "Hello" })).toHaveCount(2);
  expect(new Set(visitors).size).toBe(1);
  await expect.poll(() => shop.bodies()).toEqual(["Hello", "Hello"]);
});

test("plays one sound for an unseen reply, in one of several tabs, and none when muted", async ({ context, shop }) => {
  await context.addInitScript(() => {
    Reflect.set(window, "tones", 0);
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      Reflect.set(window, "tones", Reflect.get(window, "tones") + 1);
      return create.call(this);
    };
  });
  const pages = [await context.newPage(), await context.newPage()];
  const [first, second] = pages;
  if (!first || !second) throw new Error("there are no pages");
  const { widget, id } = await startLive(shop, first);
  await shop.visit(second);
  const other = widgetOn(second);
  await second.getByRole("button", { name: /^Open chat/ }).click();
  await other.composer.click();
  const tones = async () => {
    const frames = pages.flatMap((page) => page.frames()).filter((frame) => frame.url().includes("/widget/frame"));
    const counts = await Promise.all(frames.map((frame) => frame.evaluate(() => Number(Reflect.get(window, "tones")))));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const closeBoth = async () => {
    for (const page of pages) await page.keyboard.press("Escape");
    for (const page of pages) await expect(widgetOn(page).composer).toBeHidden();
  };

  await reply(shop.owner, id, "In view.");
  for (const one of [widget, other]) await expect(one.log.getByText("In view.")).toBeAttached();
  expect(await tones()).toBe(0);

  await closeBoth();
  await reply(shop.owner, id, "Out of view.");
  await expect.poll(tones).toBe(1);
  for (const page of pages) await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeVisible();
  expect(await tones()).toBe(1);

  await first.getByRole("button", { name: "Open chat, 1 new message" }).click();
  await widget.frame.getByRole("button", { name: "Mute sound" }).click();
  await expect(second.getByRole("button", { name: "Open chat", exact: true })).toBeVisible();
  await first.keyboard.press("Escape");
  await expect(widget.composer).toBeHidden();
  await reply(shop.owner, id, "Muted.");
  for (const page of pages) await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeVisible();
  expect(await tones()).toBe(1);
  await first.reload();
  await first.getByRole("button", { name: /^Open chat/ }).click();
  await expect(widget.frame.getByRole("button", { name: "Turn on sound" })).toBeVisible();
});
