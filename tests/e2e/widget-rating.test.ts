import { readFile } from "node:fs/promises";
import type { FrameLocator, Page } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { violationsOn } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, listRows } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import {
  conversation,
  inbox,
  newApiKey,
  newOwnerWithSite,
  type Owner,
  patchConversation,
  reply,
} from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { readWords } from "../support/widget-languages.ts";
import { widgetOn } from "../support/widget-page.ts";

/** A visitor with the widget open, who got a reply on a site that asks for ratings. The frame has storage. */
async function repliedTo(page: Page, attributes = "") {
  const { owner, site } = await newOwnerWithSite();
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { asksRating: true } });
  const head = widgetTag(site.publicKey, attributes);
  const host = await startHostSite({
    "/": { head, body: "<main><h1>A shop</h1></main>", htmlAttributes: 'lang="en"' },
  });
  await page.goto(host.neighbor);
  return { owner, host };
}

async function replyTo(owner: Owner): Promise<string> {
  const [{ id } = { id: "" }] = await inbox(owner);
  await reply(owner, id, "We do.");
  return id;
}

const faces = (frame: FrameLocator) => frame.getByRole("radiogroup", { name: "How was this chat?" });

test("a visitor rates a closed conversation with a face and a few words, also after a reload, and changes it", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, host } = await repliedTo(page);
  const widget = widgetOn(page);
  const frame = await widget.open();
  await widget.write("Do you ship to Norway?");
  await widget.expectSent("Do you ship to Norway?");
  const id = await replyTo(owner);
  await expect(frame.getByText("We do.")).toBeVisible();
  await expect(faces(frame)).toHaveCount(0);

  await patchConversation(owner, id, { status: "closed" });
  await expect(faces(frame)).toBeVisible();
  await expect(frame.getByText("This conversation is closed.")).toBeVisible();

  await page.reload();
  await widget.open();
  await faces(frame).getByText("Good").click();
  await expect.poll(async () => (await conversation(owner, id)).rating).toBe(4);
  await expect(frame.locator(".rate").getByRole("status")).toHaveText("Thanks for your feedback.");
  await frame.getByLabel("Anything to add?").fill("Quick and friendly.");
  await frame.locator(".rate").getByRole("button", { name: "Send" }).click();
  await expect(frame.locator(".rate").getByRole("status")).toHaveText("Thanks for your feedback.");
  await expect(faces(frame).getByRole("radio", { name: "Good" })).toBeFocused();
  await expect(faces(frame).getByRole("radio", { name: "Good" })).toBeChecked();

  await page.reload();
  await widget.open();
  await expect(frame.getByText("Thanks for your feedback.")).toBeVisible();
  await faces(frame).getByText("Great").click();
  await expect(frame.getByLabel("Anything to add?")).toHaveValue("Quick and friendly.");
  await expect.poll(async () => (await conversation(owner, id)).rating).toBe(5);
  // It was closed before the visitor came, so their next message is another conversation, with nothing to rate.
  await widget.write("One more thing");
  await widget.expectSent("One more thing");
  await expect(faces(frame)).toHaveCount(0);
  expect((await inbox(owner)).map((one) => [one.id === id, one.status])).toEqual([
    [false, "open"],
    [true, "closed"],
  ]);
  await host.close();
});

test("the inbox shows ratings in the thread, next to it and in a filter, as they come", {
  tag: ["@journey", "@all"],
}, async ({ page, browser }) => {
  const { owner, host } = await repliedTo(page);
  const widget = widgetOn(page);
  const frame = await widget.open();
  await widget.write("Do you ship to Norway?");
  await widget.expectSent("Do you ship to Norway?");
  const id = await replyTo(owner);
  await patchConversation(owner, id, { status: "closed" });

  const context = await browser.newContext({
    baseURL: testEnvironment.baseUrl,
    viewport: { width: 1440, height: 900 },
  });
  const inside = await context.newPage();
  await enterDashboard(inside, owner);
  await inside.goto(`/inbox/${id}?status=closed`);
  await faces(frame).getByText("Okay").click();
  await expect(inside.getByText("Rated: Okay (3 of 5)", { exact: true })).toBeVisible();
  await frame.getByLabel("Anything to add?").fill("It took a while.");
  await frame.locator(".rate").getByRole("button", { name: "Send" }).click();
  const about = inside.getByRole("complementary", { name: "Visitor" });
  await expect(about.getByRole("region", { name: "Rating" })).toContainText("Okay (3 of 5)");
  await expect(about.getByText("It took a while.")).toBeVisible();

  await inside.goto("/inbox");
  const filters = inside.getByRole("region", { name: "Inbox" }).locator("summary", { hasText: "Filter and sort" });
  await filters.click();
  await inside.getByRole("link", { name: "Rated" }).click();
  await expect(listRows(inside)).toHaveCount(1);
  await filters.click();
  await inside.getByRole("link", { name: "Rated: Good (4 of 5)" }).click();
  await expect(listRows(inside)).toHaveCount(0);
  await context.close();
  await host.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test(`a rating needs only the keyboard, and axe finds nothing in ${colorScheme}`, async ({ page }) => {
      const { owner, host } = await repliedTo(page);
      const widget = widgetOn(page);
      const frame = await widget.open();
      await widget.write("Hello");
      await widget.expectSent("Hello");
      const id = await replyTo(owner);
      await patchConversation(owner, id, { status: "closed" });
      await expect(faces(frame)).toBeVisible();
      expect(await violationsOn(page)).toEqual([]);

      await faces(frame).getByRole("radio", { name: "Terrible" }).focus();
      for (const _ of ["Bad", "Okay", "Good"]) await page.keyboard.press("ArrowRight");
      await expect(faces(frame).getByRole("radio", { name: "Good" })).toBeChecked();
      await expect.poll(async () => (await conversation(owner, id)).rating).toBe(4);
      // Those passed on the way aren't stored.
      expect((await conversation(owner, id)).eventSeq).toBe(2);
      expect(await violationsOn(page)).toEqual([]);
      await page.keyboard.press("Tab");
      await page.keyboard.type("Fine");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(frame.locator(".rate").getByRole("status")).toHaveText("Thanks for your feedback.");
      expect(await violationsOn(page)).toEqual([]);
      await host.close();
    });
  });
}

test("in Arabic the faces are from right to left, with their words", async ({ page }) => {
  const { owner, host } = await repliedTo(page, 'data-language="ar"');
  const { loaderWords, panelWords, ratingWords } = await readWords("ar");
  await page.getByRole("button", { name: loaderWords.open }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByLabel(panelWords.compose, { exact: true }).fill("مرحبا");
  await page.keyboard.press("Enter");
  await expect(frame.locator(".message.sent")).toBeVisible();
  const id = await replyTo(owner);
  await patchConversation(owner, id, { status: "closed" });
  const radios = frame.getByRole("radiogroup", { name: ratingWords.ask }).locator("label");
  await expect(radios).toHaveText(ratingWords.scores);
  const [worst, best] = [await radios.first().boundingBox(), await radios.last().boundingBox()];
  expect(worst?.x ?? 0).toBeGreaterThan(best?.x ?? 0);
  await radios.last().click();
  await expect(frame.getByText(ratingWords.thanks)).toBeVisible();
  expect((await conversation(owner, id)).rating).toBe(5);
  await host.close();
});

test("a face that's chosen just before the visitor leaves is stored, and a comment on its way outlives another face", async ({
  page,
}) => {
  const { owner, host } = await repliedTo(page);
  const widget = widgetOn(page);
  const frame = await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  const id = await replyTo(owner);
  await patchConversation(owner, id, { status: "closed" });
  await faces(frame).getByText("Okay").click();
  await page.reload();
  await expect.poll(async () => (await conversation(owner, id)).rating).toBe(3);

  await widget.open();
  let running = 0;
  let most = 0;
  await page.route("**/rating", async (route) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    running--;
    await route.continue();
  });
  await faces(frame).getByText("Good").click();
  await page.waitForRequest("**/rating");
  await frame.getByLabel("Anything to add?").fill("Quick");
  await frame.locator(".rate").getByRole("button", { name: "Send" }).click();
  await faces(frame).getByText("Great").click();
  await expect(frame.getByText("Thanks for your feedback.")).toBeVisible();
  expect(most).toBe(1);
  const stored = await sql("SELECT score, comment FROM ratings WHERE conversation_id = $1", [id]);
  expect(stored).toEqual([{ score: 5, comment: "Quick" }]);
  await host.close();
});

test("nothing is asked after a close that no person made", async ({ page }) => {
  const { owner, host } = await repliedTo(page);
  const widget = widgetOn(page);
  const frame = await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  const id = await replyTo(owner);
  const { secret } = await newApiKey(owner, "write");
  await patchConversation({ ...owner, token: secret }, id, { status: "closed" });
  await expect(frame.getByText("This conversation is closed.")).toBeVisible();
  await expect(frame.locator(".rate")).toHaveCount(0);
  await host.close();
});

test.describe("without a response", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a rating that couldn't be stored says so, keeps what was typed, and can be sent again", async ({ page }) => {
    const { owner, host } = await repliedTo(page);
    const widget = widgetOn(page);
    const frame = await widget.open();
    await widget.write("Hello");
    await widget.expectSent("Hello");
    const id = await replyTo(owner);
    await patchConversation(owner, id, { status: "closed" });
    await page.route("**/rating", (route) => route.abort());
    await faces(frame).getByText("Bad").click();
    await expect(frame.getByText("Not saved. Try again.")).toBeVisible();
    await frame.getByLabel("Anything to add?").fill("Too slow");
    const send = frame.locator(".rate").getByRole("button", { name: "Send" });
    await send.click();
    await expect(frame.getByText("Not saved. Try again.")).toBeVisible();
    await page.unroute("**/rating");
    await send.click();
    await expect(frame.getByText("Thanks for your feedback.")).toBeVisible();
    expect((await conversation(owner, id)).rating).toBe(2);
    await page.route("**/rating", (route) => route.fulfill({ status: 409, json: { code: "rating_closed" } }));
    await faces(frame).getByText("Good").click();
    await expect(frame.locator(".rate")).toHaveCount(0);
    await host.close();
  });

  test("a download that fails says so, and another click tries again", async ({ page }) => {
    const { host } = await repliedTo(page);
    const widget = widgetOn(page);
    const frame = await widget.open();
    await widget.write("Hello");
    await widget.expectSent("Hello");
    const button = frame.getByRole("button", { name: "Download conversation" });
    for (const failing of [/\/widget\/transcript-/, "**/transcript?**"]) {
      await page.route(failing, (route) => route.abort());
      await button.click();
      await expect(frame.getByText("Download failed. Try again.")).toBeVisible();
      await page.unroute(failing);
      const downloading = page.waitForEvent("download");
      await button.click();
      expect((await downloading).suggestedFilename()).toBe("conversation.txt");
      await expect(frame.getByText("Download failed. Try again.")).toHaveCount(0);
    }
    await host.close();
  });
});

test("a visitor downloads their conversation from the panel", { tag: "@journey" }, async ({ page }) => {
  const { owner, host } = await repliedTo(page);
  const widget = widgetOn(page);
  const frame = await widget.open();
  await widget.write("Do you ship to Norway?");
  await widget.expectSent("Do you ship to Norway?");
  await replyTo(owner);
  await expect(frame.getByText("We do.")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await frame.getByRole("button", { name: "Download conversation" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("conversation.txt");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toMatch(
    /^Corner shop\nTimes: \S+\n\nCorner shop\n {2}Hi! How can we help\?\n\nYou, .*\n {2}Do you ship to Norway\?\n\nCorner shop, .*\n {2}We do\.\n\nTo reply, /,
  );
  await host.close();
});
