import type { Page } from "@playwright/test";
import { askNothing } from "../support/api-client.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import {
  deleteConversation,
  markRead,
  newOwnerWithSite,
  openWidget,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { test as shopTest } from "../support/shop-test.ts";
import { backwards, translate } from "../support/translator.ts";

// Of a conversation that was just deleted, and of a form that was sent empty.
test.use({ expectedErrors: [/status of (400|404)/] });

const shows = (page: Page, text: string) => expect(page.locator("body")).toContainText(backwards(text));

/** An open conversation on a translated page, and another one in the list. */
async function openTranslated(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  const [ana, ben] = [await openWidget(site), await openWidget(site)];
  const { conversationId: others } = await start(ben, "Another question", { name: "Benjamin" });
  const { conversationId: id } = await start(ana, "Where is the parcel?", { name: "Anabel" });
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await translate(page);
  await shows(page, "Where is the parcel?");
  return { owner, ana, ben, id, others };
}

test("a translated conversation shows messages, typing, read receipts, and what's done with it", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, ana, ben, id, others } = await openTranslated(page);
  const typing = () => askNothing("POST", `/public/conversations/${id}/typing`, { token: ana.token });

  await typing();
  await shows(page, "is typing");
  await sendMessage(ana, id, "It was due yesterday");
  await shows(page, "It was due yesterday");
  await sendMessage(ben, others, "Anyone there?");
  await shows(page, "Anyone there?");

  await page.getByRole("textbox").last().fill("On its way");
  await page.keyboard.press("Enter");
  await shows(page, "On its way");
  await shows(page, "Sent");
  await askNothing("POST", `/public/conversations/${id}/read`, { token: ana.token, body: { seq: 3 } });
  await shows(page, "Seen");

  await page.getByRole("textbox").last().blur();
  await page.keyboard.press("s");
  await page.keyboard.press("e");
  await shows(page, "Another question");
  await page.keyboard.press("z");
  await page
    .getByRole("link")
    .filter({ hasText: backwards("Benjamin") })
    .click();
  await deleteConversation(owner, others);
  await shows(page, "deleted");
});

test("a translated page leads to another, finds nothing, and shows a form's error", async ({ page }) => {
  await openTranslated(page);
  const search = page.getByRole("searchbox");
  await search.fill("zzzz");
  await shows(page, "Nothing found");
  await search.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").last().fill(backwards("general"));
  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: backwards("Settings") })
    .first()
    .click();
  await page.waitForURL(/settings/);
  await page.getByRole("link", { name: backwards("Add site") }).click();
  await page.getByRole("button", { name: backwards("Create site") }).click();
  await shows(page, "Enter a name.");
  await page.getByRole("textbox").first().fill("Kiln");
  await page.getByRole("button", { name: backwards("Create site") }).click();
  await page.waitForURL(/install/);
  await page
    .getByRole("link", { name: backwards("Inbox") })
    .first()
    .click();
  await page
    .getByRole("link")
    .filter({ hasText: backwards("Anabel") })
    .first()
    .click();
  await shows(page, "Where is the parcel?");
});

shopTest(
  "a translated chat shows that a message was sent, replies, and who's typing",
  { tag: "@journey" },
  async ({ page, shop }) => {
    const widget = await shop.visit(page);
    await widget.open();
    const frame = page.frames().find((one) => one !== page.mainFrame());
    if (!frame) throw new Error("the chat has no frame");
    // Before the visitor points at it, which loads what follows a translator.
    await translate(frame);
    await widget.frame.getByRole("button", { name: backwards("Add your name and email") }).click();
    await widget.frame.getByRole("button", { name: backwards("Hide name and email") }).click();
    const say = async (text: string) => {
      await widget.frame.getByRole("textbox").fill(text);
      await page.keyboard.press("Enter");
    };
    await say("Hello there");
    await expect(widget.log).toContainText(backwards("Hello there"));
    await expect(widget.log).toContainText(backwards("Sent"));
    await expect(widget.log).not.toContainText(backwards("Waiting to be sent"));
    const { id } = await shop.conversation();
    await markRead(shop.owner, id);
    await expect(widget.log).toContainText(backwards("Seen"));
    await reply(shop.owner, id, "How can I help?");
    await expect(widget.log).toContainText(backwards("How can I help?"));
    await say("Thanks a lot");
    await expect(widget.log).toContainText(backwards("Thanks a lot"));
  },
);
