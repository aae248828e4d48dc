import type { BrowserContext, Page } from "@playwright/test";
import { askNothing } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  deleteConversation,
  inbox,
  markRead,
  type Owner,
  patchConversation,
  reply,
} from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";
import { startProcess } from "../support/start-process.ts";
import { widgetOn } from "../support/widget-page.ts";

const STREAM = "/public/events";

const FIRST = "Do you have this in green?";

/** Opens the shop and writes, so that there is a conversation. */
async function startTalking(shop: Shop, page: Page) {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write(FIRST);
  await widget.expectSent(FIRST);
  const { id } = await shop.conversation();
  return { widget, id };
}

/** The same, and waits for the stream: from then on everything arrives automatically. */
async function startLive(shop: Shop, page: Page) {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === STREAM);
  const talking = await startTalking(shop, page);
  await stream;
  return talking;
}

const type = (owner: Owner, id: string) => askNothing("POST", `/conversations/${id}/typing`, { token: owner.token });

/** The pages that ask for a stream, in the order they do. */
function watchStreams(context: BrowserContext): Page[] {
  const pages: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === STREAM) pages.push(request.frame().page());
  });
  return pages;
}

test("shows the owner's answer as it comes, after the dots that say that it is being written", async ({
  page,
  shop,
}) => {
  const { widget, id } = await startLive(shop, page);
  const dots = widget.frame.getByText("Corner shop is typing");
  await type(shop.owner, id);
  await expect(dots).toBeAttached();
  await reply(shop.owner, id, "Yes, from Monday on.");
  await expect(widget.log.getByText("Yes, from Monday on.")).toBeInViewport();
  await expect(dots).not.toBeAttached();
});

test("takes the dots away when nothing more is written", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await page.clock.install();
  await type(shop.owner, id);
  await expect(widget.frame.getByText("Corner shop is typing")).toBeAttached();
  await page.clock.fastForward(6000);
  await expect(widget.frame.getByText("Corner shop is typing")).not.toBeAttached();
});

test("tells the owner that the visitor is typing, but not with every letter", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await using stream = await ownerStream(shop.owner);
  let told = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/typing")) told++;
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await widget.composer.pressSequentially("And in blue");
  expect(await stream.next("typing")).toEqual({ conversationId: id, by: "visitor" });
  expect(told).toBe(1);
  await page.clock.fastForward(3000);
  await widget.composer.pressSequentially("?");
  await stream.next("typing");
  expect(told).toBe(2);
});

test("says that the owner has seen a message, after a reload too", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await expect(widget.log.getByText("Seen")).toHaveCount(0);
  await markRead(shop.owner, id);
  await expect(widget.log.getByText("Seen")).toHaveCount(1);
  await widget.write("I mean the dark green");
  await widget.expectSent("I mean the dark green");
  await page.reload();
  await widget.open();
  const seen = widget.frame.locator(".message").filter({ hasText: "Seen" });
  await expect(seen).toHaveText(["Do you have this in green?Seen"]);
});

test("marks an answer as read once the visitor has it before their eyes, and not before", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await page.keyboard.press("Escape");
  await expect(widget.composer).toBeHidden();
  await using stream = await ownerStream(shop.owner);
  await reply(shop.owner, id, "Yes.");
  await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeVisible();
  expect(stream.names()).not.toContain("read");
  await page.getByRole("button", { name: "Open chat, 1 new message" }).click();
  expect(await stream.next("read", ({ by }) => by === "visitor")).toEqual({
    conversationId: id,
    by: "visitor",
    seq: 2,
  });
  await reply(shop.owner, id, "From Monday on.");
  expect(await stream.next("read", ({ by }) => by === "visitor")).toEqual({
    conversationId: id,
    by: "visitor",
    seq: 3,
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Open chat", exact: true })).toBeVisible();
});

test("shows an answer whose notice was lost, and counts it where the panel is closed", async ({ page, shop }) => {
  await using deaf = await startProcess("deaf", {}, { without: ["publishing", "listening"] });
  const host = await startHostSite({ "/": { head: widgetTag(shop.site.publicKey, "", deaf) } });
  const visit = async () => {
    await page.goto(host.neighbour);
    return widgetOn(page);
  };
  const { widget, id } = await startLive({ ...shop, visit }, page);
  const isRead = page.waitForResponse((response) => {
    const request = response.request();
    return request.method() === "POST" && request.url().endsWith("/read") && request.postDataJSON().seq === 2;
  });
  await reply(shop.owner, id, "Yes, in two greens.");
  await expect(widget.log.getByText("Yes, in two greens.")).toBeVisible({ timeout: 15_000 });
  await isRead;
  await page.keyboard.press("Escape");
  await expect(widget.composer).toBeHidden();
  await reply(shop.owner, id, "And in blue.");
  await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeVisible({ timeout: 15_000 });
  await page.goto("about:blank");
  await host.close();
});

test("says that the conversation was closed, and opens it again when the visitor writes", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  const closed = widget.frame.getByText("This conversation is closed. Send a message to reopen it.");
  await patchConversation(shop.owner, id, { status: "closed" });
  await expect(closed).toBeVisible();
  await widget.write("One more thing");
  await widget.expectSent("One more thing");
  await expect(closed).toBeHidden();
  expect(await conversation(shop.owner, id)).toMatchObject({ status: "open", lastSeq: 2 });
});

test("shows an answer that was given to a conversation since closed, to a visitor who was away", async ({
  page,
  shop,
}) => {
  const { widget, id } = await startLive(shop, page);
  await page.goto("about:blank");
  await reply(shop.owner, id, "Yes. Bye.");
  await patchConversation(shop.owner, id, { status: "closed" });
  await shop.visit(page);
  await page.getByRole("button", { name: /^Open chat/ }).click();
  await expect(widget.log.getByText("Yes. Bye.")).toBeVisible();
  await expect(widget.frame.getByText("This conversation is closed.")).toBeVisible();
});

test.describe("after a deletion", () => {
  // What is asked for while it is being deleted.
  test.use({ expectedErrors: [/404/] });

  test("starts again when the owner deletes the conversation, and keeps what is being written", async ({
    page,
    shop,
  }) => {
    const { widget, id } = await startLive(shop, page);
    await widget.composer.fill("One more thing");
    await deleteConversation(shop.owner, id);
    await expect(widget.log).not.toContainText("Do you have this in green?");
    await expect(widget.log).toContainText("Welcome to the shop.");
    await widget.composer.press("Enter");
    await widget.expectSent("One more thing");
    expect(await shop.bodies()).toEqual(["One more thing"]);
  });
});

test("eight tabs of a shop share one stream, another browser has its own, and when its tab goes another takes over", async ({
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
  await other.write("Somebody else");
  await other.expectSent("Somebody else");
  await expect(other.log).not.toContainText("To all tabs.");
  expect(strangers).toHaveLength(1);
  expect(await inbox(shop.owner)).toHaveLength(2);
  await stranger.close();

  const next = context.waitForEvent("request", (request) => new URL(request.url()).pathname === STREAM);
  await first.close();
  await next;
  await reply(shop.owner, id, "To the rest.");
  for (const page of pages.slice(1)) await expect(widgetOn(page).log.getByText("To the rest.")).toBeAttached();
  expect(streams).toHaveLength(2);
});

test("two tabs that open at once become one visitor", async ({ context, shop }) => {
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
  expect(await shop.bodies()).toEqual(["Hello", "Hello"]);
});

// A poll that was under way may have missed it; the next comes five seconds after that.
const POLLED = { timeout: 15_000 };

test("polls behind a proxy that holds streams back, and misses nothing", async ({ page, shop }) => {
  await page.route(`**${STREAM}`, () => {});
  await page.clock.install();
  const { widget, id } = await startTalking(shop, page);
  await reply(shop.owner, id, "While nobody knew.");
  await page.clock.fastForward(10_000);
  await expect(widget.log.getByText("While nobody knew.")).toBeVisible(POLLED);
  for (const text of ["One", "Two", "Three"]) {
    await reply(shop.owner, id, text);
    await page.clock.fastForward(5000);
    await expect(widget.log.getByText(text, { exact: true })).toBeVisible(POLLED);
  }
  await markRead(shop.owner, id);
  await page.clock.fastForward(5000);
  await expect(widget.log.getByText("Seen")).toBeVisible(POLLED);
  await expect(widget.frame.getByText("Reconnecting")).toBeHidden();
});

test.describe("when the connection goes", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("says that the visitor is offline, until they are back", async ({ page, context, shop }) => {
    const { widget, id } = await startLive(shop, page);
    const offline = widget.frame.getByText("You’re offline. Your messages are saved");
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await reply(shop.owner, id, "Are you back?");
    await expect(widget.log.getByText("Are you back?")).toBeVisible();
  });

  test("says that it connects again while the server cannot be reached, and is back by itself", async ({
    page,
    shop,
  }) => {
    await page.route(`**${STREAM}`, (route) => route.abort());
    const { widget, id } = await startTalking(shop, page);
    await expect(widget.frame.getByText("Reconnecting…")).toBeVisible();
    await page.unroute(`**${STREAM}`);
    await reply(shop.owner, id, "Back again.");
    await expect(widget.log.getByText("Back again.")).toBeVisible({ timeout: 20_000 });
    await expect(widget.frame.getByText("Reconnecting…")).toBeHidden();
  });
});

test("sounds once for an answer that the visitor does not see, in one tab of several, and not when muted", async ({
  context,
  shop,
}) => {
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
