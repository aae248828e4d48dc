import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, listRows } from "../support/dashboard-page.ts";
import {
  inbox,
  newConversation,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const data = (page: Page) => page.getByRole("main");

/** What a click downloads: the name that the browser gives it, and what is in it. */
async function downloaded(page: Page, click: () => Promise<void>) {
  const coming = page.waitForEvent("download");
  await click();
  const download = await coming;
  expect(new URL(download.url()).search).toMatch(/^\?format=(json|csv|zip)&workspaceId=[\w-]{36}$/);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await page
    .locator("summary")
    .filter({ hasText: /^More$/ })
    .click();
  await page.getByText(item, { exact: true }).click();
}

test("the button exports all of a site as a file (G3, G6)", { tag: ["@journey", "@all"] }, async ({ page }) => {
  const { owner, site, visitor, id } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/data`);
  const json = await downloaded(page, () => data(page).getByRole("link", { name: "Export JSON" }).click());
  expect(json.name).toBe("site-inbox-site.json");
  expect(JSON.parse(json.text).visitors).toMatchObject([{ id: visitor.visitorId, conversations: [{ id }] }]);
  const csv = await downloaded(page, () => data(page).getByRole("link", { name: "Export CSV" }).click());
  expect(csv.name).toBe("site-inbox-site.csv");
  expect(csv.text).toContain(`,${id},open,`);

  const zip = await downloaded(page, () => data(page).getByRole("link", { name: "Export with files (ZIP)" }).click());
  expect([zip.name, zip.text.slice(0, 2)]).toEqual(["site-inbox-site.zip", "PK"]);

  await page.goto(`/inbox/${id}`);
  const one = await downloaded(page, () => fromMenu(page, "Export visitor"));
  expect(one.name).toBe("site-inbox-visitor.json");
  expect(JSON.parse(one.text).visitors).toHaveLength(1);
  expect((await downloaded(page, () => fromMenu(page, "Export with files"))).name).toBe("site-inbox-visitor.zip");
});

test("a site accepts the kinds of files that are checked, none included", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/data`);
  const save = data(page).getByRole("button", { name: "Save changes" });
  const stored = async () =>
    (await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token })).site.files.kinds;
  for (const kind of ["Videos", "Audio"]) await data(page).getByRole("checkbox", { name: kind }).uncheck();
  await save.click();
  await expect(data(page).getByText("Saved.")).toBeVisible();
  await expect.poll(() => stored()).toEqual(["images", "pdf", "documents", "text"]);
  await page.reload();
  await expect(data(page).getByRole("checkbox", { name: "Videos" })).not.toBeChecked();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  for (const kind of ["Pictures", "PDF", "Office documents", "Text"])
    await data(page).getByRole("checkbox", { name: kind }).uncheck();
  await save.click();
  await expect(data(page).getByText("Saved.")).toBeVisible();
  await expect.poll(() => stored()).toEqual([]);
});

test("a shorter retention period needs a confirmation, and a longer one doesn't (G9)", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/data`);
  const choice = data(page).getByLabel("Delete conversations without new messages");
  const save = data(page).getByRole("button", { name: "Save changes" });
  const stored = async () =>
    (await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token })).site.retentionDays;
  await expect(choice).toHaveValue("0");
  await expect(choice).toHaveAccessibleDescription(/can’t be restored/);

  await choice.selectOption({ label: "After 90 days" });
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Delete old conversations?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(choice).toHaveValue("90");
  await expect.poll(() => stored()).toBeUndefined();
  await save.click();
  await dialog.getByRole("button", { name: "Delete conversations" }).click();
  await expect(data(page).getByText("Saved. Older conversations are deleted within an hour.")).toBeVisible();
  await expect.poll(() => stored()).toBe(90);

  await page.reload();
  await expect(choice).toHaveValue("90");
  await data(page).getByRole("checkbox", { name: "Visitor details" }).check();
  await save.click();
  await expect(data(page).getByText("Saved.", { exact: true })).toBeVisible();
  expect((await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token })).site).toMatchObject({
    visitorDetails: true,
    retentionDays: 90,
  });
  await choice.selectOption({ label: "After 1 year" });
  await save.click();
  await expect(data(page).getByText("Saved.")).toBeVisible();
  await expect.poll(() => stored()).toBe(365);
  await choice.selectOption({ label: "Never" });
  await save.click();
  await expect(data(page).getByText("Saved. Conversations are kept until you delete them.")).toBeVisible();
  await expect.poll(() => stored()).toBeUndefined();
});

test("a period set through the API is listed among the choices", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { retentionDays: 45 } });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/data`);
  const choice = data(page).getByLabel("Delete conversations without new messages");
  await expect(choice.locator("option:checked")).toHaveText("After 45 days");
});

test("a visitor is erased once the word is typed, in every open list (G1)", { tag: "@journey" }, async ({
  page,
  context,
}) => {
  const { owner, site } = await newOwnerWithSite();
  const [visitor, other] = [await openWidget(site), await openWidget(site)];
  const { conversationId: old } = await start(visitor, "My older question", { name: "Zoë Quartz" });
  await patchConversation(owner, old, { status: "closed" });
  const { conversationId: id } = await start(visitor, "My newer question");
  const { conversationId: graces } = await start(other, "I am someone else", { name: "Grace" });
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}?status=all`);
  const second = await context.newPage();
  await gotoLive(second, "/inbox?status=all");
  await expect(listRows(second)).toHaveCount(3);

  await fromMenu(page, "Erase visitor");
  const dialog = page.getByRole("dialog", { name: "Erase Zoë Quartz?" });
  await expectAccessible(page);
  await dialog.getByLabel("Type “erase” to confirm").fill("delete");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Type “erase” to confirm")).toHaveAccessibleDescription("Type “erase” to confirm.");
  await expect.poll(() => inbox(owner)).toHaveLength(3);
  await dialog.getByLabel("Type “erase” to confirm").fill("erase");
  await dialog.getByRole("button", { name: "Erase visitor" }).click();
  await expect(page.getByText("Erased: 2 conversations, 2 messages.")).toBeVisible();

  // The visitor's older conversation is next in the list, and is gone too.
  await expect(page).toHaveURL(inside(`/inbox/${graces}?status=all`));
  for (const tab of [page, second]) {
    await expect(listRows(tab)).toHaveCount(1);
    await expect(listRows(tab)).toContainText("Grace");
  }
});

test.describe("in the erased visitor's browser", () => {
  // What the widget asks for with the token that was theirs, and, already someone new, of the conversation that was.
  test.use({ expectedErrors: [/status of 40[14]/] });

  test("the chat starts again without an error, and the next message arrives (G1)", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite();
    const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
    await page.goto(`${host.neighbor}/`);
    const widget = widgetOn(page);
    await widget.open();
    await widget.write("Please forget me");
    await widget.expectSent("Please forget me");
    const [{ visitorId } = { visitorId: "" }] = await inbox(owner);
    const erased = await fetch(`${new URL(page.frames()[1]?.url() ?? "").origin}/visitors/${visitorId}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    expect(erased.status).toBe(204);
    await expect(widget.log).not.toContainText("Please forget me");
    await widget.write("I am new here");
    await widget.expectSent("I am new here");
    const [again, ...more] = await inbox(owner);
    expect(more).toEqual([]);
    expect(again?.lastMessagePreview).toBe("I am new here");
    expect(again?.visitorId).not.toBe(visitorId);
    await host.close();
  });
});
