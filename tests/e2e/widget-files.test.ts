import type { Page } from "@playwright/test";
import sharp from "sharp";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { BlockingResponse } from "#lib/files/blocking/schema.ts";
import { UploadResponse } from "#lib/files/files/schema.ts";
import { violationsOn } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, type Owner } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/shop-test.ts";
import { widgetOn } from "../support/widget-page.ts";

async function upload(owner: Owner, siteId: string, { name, content }: { name: string; content: Buffer }) {
  const response = await fetch(`${testEnvironment.baseUrl}/files?siteId=${siteId}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${owner.token}`, "File-Name": encodeURIComponent(name) },
    body: new Uint8Array(content),
  });
  return UploadResponse.parse(await response.json()).file.id;
}

test("the widget loads the code of files with the first reply that has some, and shows them in place of their names", async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => void (/\/widget\/files-/.test(request.url()) && asked.push(request.url())));
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Do you have it in blue?");
  await widget.expectSent("Do you have it in blue?");
  expect(asked).toEqual([]);
  const { id, siteId } = await shop.conversation();
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const files = [
    await upload(shop.owner, siteId, { name: "blue.png", content: picture }),
    await upload(shop.owner, siteId, { name: "care <b>.txt", content: Buffer.from("Wash cold.") }),
  ];
  const { token } = shop.owner;
  await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, { token, body: { files } });
  const message = widget.frame.locator(".message").last();
  const shown = message.getByRole("img", { name: "blue.png" });
  await expect(shown).toHaveJSProperty("naturalWidth", 90);
  await expect(message.getByRole("link", { name: "care <b>.txt, 1 kB" })).toBeVisible();
  await expect(message).not.toContainText("blue.png");
  expect(asked).toHaveLength(1);
  expect((await violationsOn(page)).filter((violation) => !violation.startsWith("region: <h1>"))).toEqual([]);
});

test("several photos of a message are a grid, and open in a viewer inside the chat, which Escape closes without the chat", async ({
  page,
  shop,
}) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("How does it look?");
  await widget.expectSent("How does it look?");
  const { id, siteId } = await shop.conversation();
  const files: string[] = [];
  for (const background of ["teal", "coral", "navy"]) {
    const create = { width: 900, height: 600, channels: 3, background } as const;
    const content = await sharp({ create }).png().toBuffer();
    files.push(await upload(shop.owner, siteId, { name: `${background}.png`, content }));
  }
  const { token } = shop.owner;
  await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, { token, body: { files } });
  const photos = widget.frame.locator(".message").last().locator(".photos a");
  await expect(photos).toHaveCount(3);
  // At one moment: the log may be scrolling.
  const [first, second] = await photos.evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().toJSON()),
  );
  expect(second?.y).toBe(first?.y);
  expect(second?.width).toBe(first?.width);
  await photos.nth(1).click();
  const viewer = widget.frame.getByRole("dialog");
  await expect(viewer.getByRole("status")).toHaveText("2 / 3 · coral.png");
  await expect(viewer.getByRole("img", { name: "coral.png" })).toHaveJSProperty("complete", true);
  expect((await violationsOn(page)).filter((violation) => !violation.startsWith("region: <h1>"))).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByRole("status")).toHaveText("3 / 3 · navy.png");
  await expect(viewer.getByRole("button", { name: "Next" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Home");
  await viewer.getByRole("button", { name: "Next" }).click();
  await expect(viewer.getByRole("status")).toHaveText("2 / 3 · coral.png");
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(photos.nth(1)).toBeFocused();
  await expect(widget.log).toHaveAttribute("aria-relevant", "additions");
});

/** What a phone stores: turned, and with the place. */
const photo = () =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: "firebrick" } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: "52/1 31/1 0/1" } })
    .jpeg()
    .toBuffer();

const text = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

type Given = { name: string; mimeType: string; buffer: Buffer };

async function attach(page: Page, widget: ReturnType<typeof widgetOn>, files: Given[]) {
  // The button comes once the visitor reaches into the panel.
  await widget.composer.hover();
  const chooser = page.waitForEvent("filechooser");
  await widget.frame.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles(files);
}

test("a visitor's first message has a phone's photo, on a page with a strict policy, and its owner sees it live", {
  tag: "@journey",
}, async ({ page, browser }) => {
  const { owner, site } = await newOwnerWithSite();
  const csp = `default-src 'none'; script-src ${testEnvironment.baseUrl}; frame-src ${testEnvironment.baseUrl}; require-trusted-types-for 'script'`;
  const host = await startHostSite({ "/": { csp, head: widgetTag(site.publicKey) } });
  const dashboard = await browser.newPage();
  await enterDashboard(dashboard, owner);
  await dashboard.goto("/inbox");
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  await attach(page, widget, [{ name: "IMG_0042.jpg", mimeType: "image/jpeg", buffer: await photo() }]);
  const send = widget.frame.getByRole("button", { name: "Send" });
  await expect(send).toHaveAttribute("aria-disabled", "false");
  await send.click();
  const shown = widget.frame.locator(".message.sent").getByRole("img", { name: "IMG_0042.jpg" });
  await expect(shown, "as it's held").toHaveJSProperty("naturalHeight", 120);
  await expect(widget.frame.getByRole("button", { name: "Remove IMG_0042.jpg" })).toHaveCount(0);
  await dashboard
    .getByRole("link", { name: /IMG_0042\.jpg/ })
    .first()
    .click();
  const seen = dashboard.getByRole("region", { name: "Messages" }).getByRole("img", { name: "Picture: IMG_0042.jpg" });
  await expect(seen).toHaveJSProperty("naturalHeight", 120);
  await dashboard.close();
  await host.close();
});

test("a visitor attaches several files to a text, removes one, and the rest arrive in order", async ({
  page,
  shop,
}) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.composer.fill("These two, please");
  const held = Promise.withResolvers<void>();
  await page.route("**/public/files", async (route) => {
    await held.promise;
    await route.continue();
  });
  await attach(page, widget, [text("one.txt"), text("two.txt"), text("three.txt")]);
  await widget.frame.getByRole("button", { name: "Remove two.txt" }).press("Enter");
  const next = widget.frame.getByRole("button", { name: "Remove three.txt" });
  await expect(next).toBeFocused();
  held.resolve();
  const tray = widget.frame.locator(".tray");
  await expect(tray.getByRole("listitem")).toHaveText([/one\.txt.*kB/, /three\.txt.*kB/]);
  await expect(next, "while its file was uploaded").toBeFocused();
  expect((await violationsOn(page)).filter((violation) => !violation.startsWith("region: <h1>"))).toEqual([]);
  await widget.composer.press("Enter");
  const message = widget.frame.locator(".message.sent").last();
  await expect(message).toContainText("These two, please");
  await expect(message.getByRole("link")).toHaveText([/^one\.txt/, /^three\.txt/]);
  await expect.poll(() => shop.bodies()).toEqual(["These two, please"]);
  await page.reload();
  await widget.open();
  await expect(widget.frame.locator(".message.sent").getByRole("link")).toHaveText([/^one\.txt/, /^three\.txt/]);
});

test("files that are dropped on the chat are attached, and a text is dropped as the browser does", async ({
  page,
  shop,
}) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.composer.hover();
  await expect(widget.frame.getByRole("button", { name: "Attach files" })).toBeVisible();
  const drop = (what: "text" | "file") =>
    widget.composer.evaluate((composer, dropped) => {
      const dataTransfer = new DataTransfer();
      if (dropped === "file") dataTransfer.items.add(new File(["a"], "dropped.txt"));
      else dataTransfer.setData("text/plain", "a");
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      return composer.dispatchEvent(event) ? "by the browser" : "by the chat";
    }, what);
  expect(await drop("text")).toBe("by the browser");
  expect(await drop("file")).toBe("by the chat");
  await expect(widget.frame.locator(".tray").getByRole("listitem")).toHaveText([/dropped\.txt.*kB/]);
});

test("a visitor's uploaded files survive a reload, and one that wasn't uploaded says to add it again", async ({
  page,
  shop,
}) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.composer.fill("Two of three");
  await attach(page, widget, [text("one.txt"), text("two.txt")]);
  const files = widget.frame.locator(".tray").getByRole("listitem");
  await expect(files).toHaveText([/one\.txt.*kB/, /two\.txt.*kB/]);
  await expect(widget.frame.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "false");
  await page.route("**/public/files", () => undefined);
  await attach(page, widget, [text("three.txt")]);
  await expect(widget.frame.getByRole("listitem").filter({ hasText: "three.txt" })).toBeVisible();
  await page.reload();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await widget.open();
  await expect(files).toHaveText([/one\.txt.*kB/, /two\.txt.*kB/, /three\.txt.*Couldn’t upload/]);
  await expect(widget.frame.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
  await widget.frame.getByRole("button", { name: "Remove three.txt" }).click();
  await widget.composer.press("Enter");
  const message = widget.frame.locator(".message.sent").last();
  await expect(message).toContainText("Two of three");
  await expect(message.getByRole("link")).toHaveText([/^one\.txt/, /^two\.txt/]);
  await page.reload();
  await widget.open();
  await expect(message.getByRole("link")).toHaveCount(2);
  await expect(files).toHaveCount(0);
});

test.describe("refused or offline", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a visitor can attach files once the chat could be opened, if it couldn't at first", async ({ page, shop }) => {
    const opening = "**/public/widget-session";
    await page.route(opening, (route) => route.abort());
    const widget = await shop.visit(page);
    await widget.open();
    await widget.composer.hover();
    await expect(widget.frame.getByRole("button", { name: "Emoji" })).toBeVisible();
    await expect(widget.frame.getByRole("button", { name: "Attach files" })).toHaveCount(0);
    await page.unroute(opening);
    await expect(widget.frame.getByRole("button", { name: "Attach files" })).toBeVisible();
  });

  test("a visitor who edits a message that wasn't accepted gets its text and its files back", async ({
    page,
    shop,
  }) => {
    const call = { token: shop.owner.token, body: { words: ["casino"] } };
    await ask(BlockingResponse, 200, "PATCH", `/sites/${shop.site.id}/blocking`, call);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.composer.fill("A casino for you");
    await attach(page, widget, [text("plan.txt")]);
    const sendButton = widget.frame.getByRole("button", { name: "Send" });
    await expect(sendButton).toHaveAttribute("aria-disabled", "false");
    await sendButton.click();
    // A reload in between loses nothing either.
    await expect(widget.frame.getByRole("button", { name: "Edit" })).toBeVisible();
    await page.reload();
    await widget.open();
    await widget.frame.getByRole("button", { name: "Edit" }).click();
    await expect(widget.frame.locator(".tray").getByRole("listitem")).toHaveText([/plan\.txt/]);
    await expect(widget.composer).toHaveValue("A casino for you");
    await widget.composer.fill("A shop for you");
    await widget.composer.press("Enter");
    await widget.expectSent("A shop for you");
    await expect(widget.frame.locator(".message.sent").last().getByRole("link")).toHaveText([/^plan\.txt/]);
  });

  test("a visitor's file that can't be sent says why, and the message waits until it's removed", async ({
    page,
    shop,
  }) => {
    const widget = await shop.visit(page);
    await widget.open();
    await widget.composer.fill("Hello");
    await attach(page, widget, [
      { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html><script>alert(1)</script>") },
    ]);
    await expect(widget.frame.getByText("This kind of file isn’t accepted")).toBeVisible();
    await expect(widget.frame.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
    await widget.frame.getByRole("button", { name: "Remove page.png" }).click();
    await widget.composer.press("Enter");
    await widget.expectSent("Hello");
    await expect.poll(() => shop.bodies()).toEqual(["Hello"]);
  });

  test("a visitor's upload waits for the connection, and the message is sent with it", async ({
    page,
    shop,
    context,
  }) => {
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("First");
    await widget.expectSent("First");
    await attach(page, widget, [{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") }]);
    await expect(widget.frame.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "false");
    await context.setOffline(true);
    await attach(page, widget, [{ name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("b") }]);
    await expect(widget.frame.getByText("Waiting for a connection")).toBeVisible();
    await context.setOffline(false);
    await expect(widget.frame.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "false");
    await widget.frame.getByRole("button", { name: "Send" }).click();
    await expect(widget.frame.locator(".message.sent").last().getByRole("link")).toHaveText([/^a\.txt/, /^b\.txt/]);
    await expect.poll(() => shop.bodies()).toEqual(["First", "a.txt\nb.txt"]);
  });
});
