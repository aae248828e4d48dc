import type { BrowserContext } from "@playwright/test";
import { reply } from "../support/factories.ts";
import { expect, test } from "../support/shop-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const LIVE_PART = /\/widget\/live-/;

/** What is asked for to follow a conversation: the part of the panel that does that, and streams. */
function watchFollowing(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (LIVE_PART.test(pathname)) asked.push("part");
    if (pathname === "/public/events") asked.push("stream");
  });
  return asked;
}

test("the second chunk loads when the visitor writes, and immediately when they return", { tag: "@journey" }, async ({
  page,
  context,
  shop,
}) => {
  const asked = watchFollowing(context);
  const widget = await shop.visit(page);
  await widget.open();
  await page.reload();
  await widget.open();
  expect(asked).toEqual([]);
  const stream = page.waitForRequest("**/public/events");
  await widget.write("Hello");
  await stream;
  expect(asked).toEqual(["part", "stream"]);
  await page.reload();
  await page.waitForRequest("**/public/events");
});

test("a tab in which nothing was written follows another tab's conversation", async ({ context, shop }) => {
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) await (await shop.visit(page)).open();
  const [writing, other] = pages.map(widgetOn);
  await writing?.write("Hello");
  await other?.expectSent("Hello");
  await reply(shop.owner, (await shop.conversation()).id, "Hello to you both.");
  for (const page of pages) await expect(widgetOn(page).log.getByText("Hello to you both.")).toBeAttached();
});

test.describe("when a chunk of the panel can't be loaded", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the panel polls until it can be, and then follows", async ({ page, shop }) => {
    await page.route(LIVE_PART, (route) => route.abort());
    await page.clock.install();
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await widget.expectSent("Hello");
    const { id } = await shop.conversation();
    await reply(shop.owner, id, "While it could not.");
    await page.clock.fastForward(30_000);
    await expect(widget.log.getByText("While it could not.")).toBeVisible();
    await page.unroute(LIVE_PART);
    const stream = page.waitForRequest("**/public/events");
    await page.clock.fastForward(30_000);
    await stream;
    await reply(shop.owner, id, "Now it can.");
    await expect(widget.log.getByText("Now it can.")).toBeVisible();
  });
});
