import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const attach = (page: Page) => page.getByRole("button", { name: "Attach files" });

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), attach(page).click()]);
  await chooser.setFiles(files);
}

test("an owner sends pictures and a file, and sees them in the conversation, the gallery, and after a reload", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Do you have it in blue?");
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  await choose(page, [
    { name: "front.png", mimeType: "image/png", buffer: await picture(600, 400, "steelblue") },
    { name: "back.png", mimeType: "image/png", buffer: await picture(300, 500, "darkblue") },
    { name: "care.txt", mimeType: "text/plain", buffer: Buffer.from("Wash cold.") },
  ]);
  const chosen = page.getByRole("list", { name: "Files to send" });
  await expect(chosen.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("3 files are ready to send.")).toBeAttached();
  await page.getByRole("button", { name: "Remove back.png" }).click();
  await expect(page.getByRole("textbox", { name: /^Reply to/ })).toBeFocused();
  await page.reload();
  await expect(chosen.getByRole("listitem"), "uploaded files survive a reload").toHaveCount(2);
  await choose(page, [{ name: "side.png", mimeType: "image/png", buffer: await picture(300, 300, "navy") }]);
  await expect(page.getByText("3 files are ready to send.")).toBeAttached();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(chosen).toHaveCount(0);

  const message = messages(page).locator('[data-message="2"]');
  const pictures = message.getByRole("img");
  await expect(pictures).toHaveCount(2);
  await expect(pictures.first()).toHaveJSProperty("complete", true);
  expect(await pictures.first().evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await expect(message.getByRole("link", { name: "Download care.txt, file, 1 kB" })).toBeVisible();
  await expect(message).not.toContainText("front.png");
  await expectAccessible(page);

  await pictures.first().click();
  const gallery = page.getByRole("dialog");
  await expect(gallery.getByRole("heading", { name: "front.png" })).toBeVisible();
  await expect(gallery).toContainText("1 of 2");
  await page.keyboard.press("ArrowRight");
  await expect(gallery.getByRole("heading", { name: "side.png" })).toBeVisible();
  await expect(gallery.getByRole("button", { name: "Next picture" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(gallery).toHaveCount(0);
  await page.reload();
  await expect(messages(page).locator('[data-message="2"]').getByRole("img")).toHaveCount(2);
});

/** A conversation of a new owner, open in the dashboard. */
async function openThread(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  const { conversationId } = await start(await openWidget(site), "Hello");
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  return { conversationId, removeUploads: () => sql("DELETE FROM files WHERE site_id = $1", [site.id]) };
}

const note = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
const tray = (page: Page) => page.getByRole("list", { name: "Files to send" });
const ready = (page: Page) => page.getByText(/ready to send\.$/);
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

test("two tabs show the same draft with its files, and both are empty once one has sent it", async ({
  page,
  context,
}) => {
  const { conversationId } = await openThread(page);
  const other = await context.newPage();
  await other.goto(`/inbox/${conversationId}`);
  await choose(page, [note("one.txt"), note("two.txt")]);
  await page.getByRole("textbox", { name: /^Reply to/ }).fill("These two");
  await expect(tray(other).getByRole("listitem")).toHaveText([/one\.txt/, /two\.txt/]);
  await expect(other.getByRole("textbox", { name: /^Reply to/ })).toHaveValue("These two");
  await choose(other, [note("three.txt")]);
  await expect(tray(page).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove two.txt" }).click();
  await expect(tray(other).getByRole("listitem")).toHaveText([/one\.txt/, /three\.txt/]);
  await send(other).click();
  await expect(messages(page).locator('[data-message="2"]').getByRole("link")).toHaveText([/one\.txt/, /three\.txt/]);
  for (const tab of [page, other]) {
    await expect(tray(tab)).toHaveCount(0);
    await expect(tab.getByRole("textbox", { name: /^Reply to/ })).toHaveValue("");
  }
});

test("a file that waited for more than an hour is uploaded again, and after a reload says that it's gone", async ({
  page,
}) => {
  await page.clock.install();
  const { removeUploads } = await openThread(page);
  await choose(page, [note("kept.txt")]);
  await expect(ready(page)).toBeAttached();
  await removeUploads();
  const again = page.waitForResponse((response) => response.url().includes("/files?siteId="));
  await page.clock.fastForward("56:00");
  expect((await again).status()).toBe(201);
  await expect(ready(page)).toBeAttached();
  await send(page).click();
  await expect(messages(page).locator('[data-message="2"]').getByRole("link")).toHaveText([/kept\.txt/]);

  await choose(page, [note("late.txt")]);
  await expect(ready(page)).toBeAttached();
  await page.reload();
  await expect(tray(page)).toContainText("late.txt");
  await page.clock.fastForward("56:00");
  await expect(tray(page)).toContainText("No longer available. Attach it again.");
  await expect(send(page)).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("button", { name: "Retry late.txt" })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe("a reply whose file is gone", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("isn't sent, and gets its file back when it's edited", async ({ page }) => {
    const { removeUploads } = await openThread(page);
    await choose(page, [note("care.txt")]);
    await expect(ready(page)).toBeAttached();
    await removeUploads();
    await page.getByRole("textbox", { name: /^Reply to/ }).fill("As asked");
    await send(page).click();
    await expect(page.getByText("Not sent. A file is no longer available.")).toBeVisible();
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("textbox", { name: /^Reply to/ })).toHaveValue("As asked");
    await expect(ready(page)).toBeAttached();
    await send(page).click();
    const message = messages(page).locator('[data-message="2"]');
    await expect(message).toContainText("As asked");
    await expect(message.getByRole("link")).toHaveText([/care\.txt/]);
  });
});

test.describe("refused or offline", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("files that can't be sent say why, and keep the reply from being sent", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const { conversationId } = await start(visitor, "Hello");
    await enterDashboard(page, owner);
    await page.goto(`/inbox/${conversationId}`);
    await choose(page, [
      { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html><script>alert(1)</script>") },
      { name: "nothing.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    ]);
    const chosen = page.getByRole("list", { name: "Files to send" });
    await expect(chosen).toContainText("This site doesn’t accept this kind of file");
    await expect(chosen).toContainText("This file is empty");
    await expect(page.getByText("Remove the failed files")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
    for (const name of ["page.png", "nothing.txt"]) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await expect(chosen).toHaveCount(0);
  });

  test("an upload waits for the connection, and goes on once it's back", async ({ page, context }) => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const { conversationId } = await start(visitor, "Hello");
    await enterDashboard(page, owner);
    await page.goto(`/inbox/${conversationId}`);
    await expect(attach(page)).toBeVisible();
    await context.setOffline(true);
    await choose(page, [{ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("Hello") }]);
    const chosen = page.getByRole("list", { name: "Files to send" });
    await expect(chosen).toContainText("Waiting for a connection");
    await context.setOffline(false);
    await expect(page.getByText("The file is ready to send.")).toBeAttached();
  });
});
