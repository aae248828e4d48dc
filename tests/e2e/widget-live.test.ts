import { askNothing } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  deleteConversation,
  markRead,
  type Owner,
  patchConversation,
  reply,
} from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { STREAM, startLive, startTalking } from "../support/live-shop.ts";
import { expect, test } from "../support/shop-test.ts";
import { startProcess } from "../support/start-process.ts";
import { widgetOn } from "../support/widget-page.ts";

const type = (owner: Owner, id: string) => askNothing("POST", `/conversations/${id}/typing`, { token: owner.token });

test("shows the owner's reply as it arrives, after the typing dots", { tag: "@journey" }, async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  const dots = widget.frame.getByText("Corner shop is typing");
  await type(shop.owner, id);
  await expect(dots).toBeAttached();
  await reply(shop.owner, id, "Yes, from Monday on.");
  await expect(widget.log.getByText("Yes, from Monday on.")).toBeInViewport();
  await expect(dots).not.toBeAttached();
});

test("the typing dots disappear when the owner stops typing", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await page.clock.install();
  await type(shop.owner, id);
  await expect(widget.frame.getByText("Corner shop is typing")).toBeAttached();
  await page.clock.fastForward(6000);
  await expect(widget.frame.getByText("Corner shop is typing")).not.toBeAttached();
});

test("the owner sees that the visitor is typing, with less than one request per key", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await using stream = await ownerStream(shop.owner);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/typing")) sent++;
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await widget.composer.pressSequentially("And in blue");
  expect(await stream.next("typing")).toEqual({ conversationId: id, by: "visitor" });
  await expect.poll(() => sent).toBe(1);
  await page.clock.fastForward(3000);
  await widget.composer.pressSequentially("?");
  await stream.next("typing");
  await expect.poll(() => sent).toBe(2);
});

test("a message shows that the owner has seen it, after a reload too", { tag: "@journey" }, async ({ page, shop }) => {
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

test("marks a reply as read once the visitor sees it, and not before", { tag: "@journey" }, async ({ page, shop }) => {
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

test("shows a reply whose change notification was lost, and counts it if the panel is closed", async ({
  page,
  shop,
}) => {
  await using deaf = await startProcess("deaf", {}, { without: ["publishing", "listening"] });
  const host = await startHostSite({ "/": { head: widgetTag(shop.site.publicKey, "", deaf) } });
  const visit = async () => {
    await page.goto(host.neighbor);
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

test("a closed conversation says so, and reopens when the visitor writes", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  const closed = widget.frame.getByText("This conversation is closed. Send a message to reopen it.");
  await patchConversation(shop.owner, id, { status: "closed" });
  await expect(closed).toBeVisible();
  await widget.write("One more thing");
  await widget.expectSent("One more thing");
  await expect(closed).toBeHidden();
  await expect.poll(() => conversation(shop.owner, id)).toMatchObject({ status: "open", lastSeq: 2 });
});

test("shows a returning visitor the reply in a conversation that has been closed since", async ({ page, shop }) => {
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

  test("the chat starts again when the owner deletes the conversation, and keeps the draft", {
    tag: "@journey",
  }, async ({ page, shop }) => {
    const { widget, id } = await startLive(shop, page);
    await widget.composer.fill("One more thing");
    await deleteConversation(shop.owner, id);
    await expect(widget.log).not.toContainText("Do you have this in green?");
    await expect(widget.log).toContainText("Welcome to the shop.");
    await widget.composer.press("Enter");
    await widget.expectSent("One more thing");
    await expect.poll(() => shop.bodies()).toEqual(["One more thing"]);
  });
});

// A poll that was under way may have missed it; the next comes five seconds after that.
const POLLED = { timeout: 15_000 };

test("the panel polls behind a proxy that buffers streams, and misses nothing", async ({ page, shop }) => {
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

test.describe("when the connection is lost", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the panel says that the visitor is offline until they're back", async ({ page, context, shop }) => {
    const { widget, id } = await startLive(shop, page);
    const offline = widget.frame.getByText("You’re offline. Your messages are saved");
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await reply(shop.owner, id, "Are you back?");
    await expect(widget.log.getByText("Are you back?")).toBeVisible();
  });

  test("the panel says that it's reconnecting while the server can't be reached, and recovers automatically", async ({
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

test("a visitor who downloads a file, and so stays on the page, still gets replies live", async ({ page, shop }) => {
  const host = await startHostSite({
    "/": { head: widgetTag(shop.site.publicKey), body: "<h1>A shop</h1><a href='/prices'>Prices</a>" },
    "/prices": { headers: { "Content-Disposition": "attachment; filename=prices.html" } },
  });
  await page.goto(host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("What does it cost?");
  await widget.expectSent("What does it cost?");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Prices" }).click();
  await download;
  await reply(shop.owner, (await shop.conversation()).id, "See the list");
  await expect(widget.log.getByText("See the list")).toBeVisible();
  await host.close();
});
