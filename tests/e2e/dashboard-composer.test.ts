import type { Locator, Page } from "@playwright/test";
import { SavedReplyListResponse } from "#lib/desk/saved-replies/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive, newOwnerInside, replyBox } from "../support/dashboard-page.ts";
import { allMessages, conversation, newOwnerWithSite, newSavedReply, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of (400|409)/] });

const picker = (page: Page) => page.getByRole("listbox", { name: "Saved replies" });
const options = (page: Page) => picker(page).getByRole("option");
const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const selected = (page: Page) => page.evaluate(() => getSelection()?.toString());
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** An open conversation with Grace, and saved replies. */
async function openConversation(page: Page) {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const { conversationId: id } = await start(await openWidget(site), "Where is my order?", { name: "Grace Hopper" });
  const body = "Hi {{visitor.first_name|there}}, order {{?order number}} arrives {{?day}}.\n{{my.name}}";
  await newSavedReply(owner, { name: "Order shipped", body });
  await newSavedReply(owner, { name: "Refund", body: "I refunded your order.", personal: true });
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  return { owner, id };
}

test("a slash inserts a saved reply, and it's sent once its blanks are filled in", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, id } = await openConversation(page);
  await replyBox(page).pressSequentially("/");
  await expect(options(page)).toHaveText([/^Order shipped/, /^Refund/]);
  await expect(replyBox(page)).toHaveAttribute("aria-activedescendant", /./);
  await expectAccessible(page);
  // In an input method's candidate list, Enter picks a word.
  await replyBox(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await expect(replyBox(page)).toHaveValue("/");
  await replyBox(page).press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  // By its text, too.
  await replyBox(page).pressSequentially("arriv");
  await expect(options(page)).toHaveText([/^Order shipped/]);
  await replyBox(page).press("Enter");
  const inserted = "Hi Grace, order {{?order number}} arrives {{?day}}.\nFjord";
  await expect(replyBox(page)).toHaveValue(inserted);
  await expect(picker(page)).toHaveCount(0);
  expect(await selected(page)).toBe("{{?order number}}");

  await replyBox(page).press("Enter");
  await sendButton(page).click({ force: true });
  await expect(replyBox(page)).toHaveValue(inserted);
  await expect(page.getByText("Fill in “order number” to send.")).toHaveCount(2);
  await expectAccessible(page);
  await replyBox(page).pressSequentially("1042");
  await replyBox(page).press("Tab");
  expect(await selected(page)).toBe("{{?day}}");
  await replyBox(page).pressSequentially("today");
  await expect(sendButton(page)).toHaveAttribute("aria-disabled", "false");
  // Without a blank, Tab leaves the field.
  await replyBox(page).press("Tab");
  await expect(replyBox(page)).not.toBeFocused();
  await replyBox(page).press("Enter");
  await expect(replyBox(page)).toHaveValue("");
  await expect.poll(async () => (await conversation(owner, id)).lastSeq).toBe(2);
  await expect
    .poll(async () => (await allMessages(owner, id)).at(-1)?.body)
    .toBe("Hi Grace, order 1042 arrives today.\nFjord");
});

test("Escape keeps the slash, the button opens the list, and a slash that finds nothing is sent", async ({ page }) => {
  const { owner, id } = await openConversation(page);
  await replyBox(page).pressSequentially("See /ref");
  await expect(options(page)).toHaveText([/^Refund/]);
  await replyBox(page).press("Escape");
  await expect(picker(page)).toHaveCount(0);
  await expect(replyBox(page)).toBeFocused();
  await expect(replyBox(page)).toHaveValue("See /ref");
  await replyBox(page).fill("Sorry.");
  await page.getByRole("button", { name: "Saved replies" }).click();
  await expect(replyBox(page)).toHaveValue("Sorry. /");
  await options(page).filter({ hasText: "Refund" }).click();
  await expect(replyBox(page)).toHaveValue("Sorry. I refunded your order.");
  await replyBox(page).press("ControlOrMeta+z");
  await expect(replyBox(page)).toHaveValue("Sorry. /");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(options(page)).toHaveCount(2);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await replyBox(page).fill("/zzz");
  await expect(page.getByText("No saved reply matches.")).toBeVisible();
  await replyBox(page).press("Enter");
  await expect.poll(async () => (await conversation(owner, id)).lastSeq).toBe(2);
  await expect.poll(async () => (await allMessages(owner, id)).at(-1)?.body).toBe("/zzz");
});

test("saved replies are added, changed and deleted in the settings, with a preview", async ({ page }) => {
  const owner = await newOwnerInside(page);
  const stored = async () =>
    (await ask(SavedReplyListResponse, 200, "GET", "/saved-replies", { token: owner.token })).savedReplies;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/saved-replies");
  await page.getByRole("button", { name: "Add saved reply" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Refund");
  await page.getByLabel("Text").fill("Hi ");
  await page.getByRole("button", { name: "visitor’s first name" }).click();
  await page.getByLabel("Text").pressSequentially(", order ");
  await page.getByRole("button", { name: "blank", exact: true }).click();
  await expect(page.getByRole("figure")).toContainText("Hi Grace, order order number");
  await page.getByLabel("Only for me").check();
  await expectAccessible(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved “Refund”.")).toBeVisible();
  const body = "Hi {{visitor.first_name}}, order {{?order number}}";
  await expect.poll(() => stored()).toMatchObject([{ name: "Refund", body, personal: true }]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await newSavedReply(owner, { name: "Hours", personal: true });
  await expect(page.getByText("Hours", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit “Refund”" }).click();
  await page.getByLabel("Name").fill("hours");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/^Another saved reply has this name/)).toBeVisible();
  await page.getByLabel("Name").fill("Money back");
  await page.getByLabel("Text").fill("{{visitr.name}}");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("{{visitr.name}} isn’t a variable. Correct or remove it.")).toBeVisible();
  await page.getByLabel("Text").fill("Done.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved “Money back”.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete “Money back”" }).click();
  await page.getByRole("button", { name: "Delete saved reply" }).click();
  await expect(page.getByText("Deleted “Money back”.")).toBeVisible();
  await expect.poll(() => stored()).toMatchObject([{ name: "Hours" }]);
});

test("Send and close stores the reply, closes the conversation and goes on, also after a while offline", {
  tag: "@journey",
}, async ({ page, context }) => {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const ids: string[] = [];
  for (const name of ["Ada", "Ben", "Cleo"]) {
    ids.unshift((await start(await openWidget(site), "Hello", { name })).conversationId);
  }
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${ids[0]}?status=open`);
  await replyBox(page).fill("All done, Cleo.");
  await replyBox(page).press("ControlOrMeta+Shift+Enter");
  await expect(page.getByText("Closed.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ids[1]}`));
  await expect.poll(async () => (await conversation(owner, ids[0] ?? "")).status).toBe("closed");
  await expect.poll(async () => (await allMessages(owner, ids[0] ?? "")).at(-1)?.body).toBe("All done, Cleo.");

  await expect(page.getByRole("textbox", { name: "Reply to Ben" })).toBeVisible();
  await replyBox(page).fill("All done, Ben.");
  await context.setOffline(true);
  await page.locator("summary", { hasText: "More ways to send" }).click();
  await page.getByRole("button", { name: /^Send and close/ }).click();
  await expect(page.getByText("We’ll send your reply and close the conversation")).toBeVisible();
  await expect.poll(async () => (await conversation(owner, ids[1] ?? "")).status).toBe("open");
  await context.setOffline(false);
  await expect.poll(async () => (await conversation(owner, ids[1] ?? "")).status).toBe("closed");
});

test("undoing Send and close keeps the conversation open, whether the reply is on its way or waits offline", async ({
  page,
  context,
}) => {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const ids: string[] = [];
  for (const name of ["Ben", "Cleo"]) {
    ids.unshift((await start(await openWidget(site), "Hello", { name })).conversationId);
  }
  const [id = ""] = ids;
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const undo = page.getByRole("button", { name: "Undo" });
  const stored = async () => {
    const { status, lastSeq } = await conversation(owner, id);
    return `${status} ${lastSeq}`;
  };
  const held = Promise.withResolvers<void>();
  await page.route("**/messages", (route) => held.promise.then(() => route.continue()));
  await replyBox(page).fill("All done.");
  await replyBox(page).press("ControlOrMeta+Shift+Enter");
  await expect(page.getByRole("textbox", { name: "Reply to Ben" })).toBeFocused();
  await undo.click();
  await expect(page.getByRole("textbox", { name: "Reply to Cleo" })).toBeVisible();
  held.resolve();
  await expect.poll(stored).toBe("open 2");

  await context.setOffline(true);
  await replyBox(page).fill("Really.");
  await replyBox(page).press("ControlOrMeta+Shift+Enter");
  await undo.click();
  await expect(page.getByRole("textbox", { name: "Reply to Cleo" })).toBeVisible();
  await context.setOffline(false);
  await expect.poll(stored).toBe("open 3");
});

test("an emoji is chosen by keyboard, from a picker that loads when it's opened", async ({ page }) => {
  const { owner, id } = await openConversation(page);
  await replyBox(page).pressSequentially("Great !");
  await replyBox(page).press("ArrowLeft");
  const button = page.getByRole("button", { name: "Emoji" });
  const search = page.getByRole("combobox", { name: "Search emoji" });
  await button.press("Enter");
  await expect(search).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("html"), "the page doesn't scroll").toHaveJSProperty(
    "scrollHeight",
    await page.evaluate(() => innerHeight),
  );
  await expectAccessible(page);
  await search.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(replyBox(page)).toBeFocused();
  await button.click();
  await search.pressSequentially("tad");
  await expect(page.getByRole("option")).toHaveText([/🎉/]);
  await search.press("Enter");
  await expect(replyBox(page)).toHaveValue("Great 🎉!");
  await button.click();
  await search.press("ArrowDown");
  await search.press("ArrowRight");
  await expect(page.getByRole("option").nth(9)).toHaveAttribute("aria-selected", "true");
  await search.pressSequentially("no such thing");
  await expect(page.getByText("No emoji found.")).toBeVisible();
  await search.press("Enter");
  await expect(search).toBeVisible();
  await replyBox(page).click();
  await expect(search).toHaveCount(0);
  await replyBox(page).press("Enter");
  await expect.poll(async () => (await allMessages(owner, id)).at(-1)?.body).toBe("Great 🎉!");
});

test("keys format what's selected, which stays visible as it's written, and undoing takes that back", async ({
  page,
}) => {
  await openConversation(page);
  const box = replyBox(page);
  await box.fill("Now or never");
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 3));
  await box.press("Control+b");
  await expect(box).toHaveValue("**Now** or never");
  expect(await selected(page)).toBe("Now");
  await box.press("Control+i");
  await expect(box).toHaveValue("***Now*** or never");
  await box.press("Control+z");
  await expect(box).toHaveValue("**Now** or never");
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(11, 16));
  await box.press("Control+Shift+e");
  await expect(box).toHaveValue("**Now** or `never`");
  await box.press("Control+Shift+e");
  await expect(box).toHaveValue("**Now** or never");
  // Without Shift, it's the key for notes.
  await box.press("Control+e");
  await expect(page.getByRole("textbox", { name: /^Note about/ })).toBeFocused();
});

test("a menu formats what's selected too, in a reply and in a note, and shows how else to format", async ({ page }) => {
  await openConversation(page);
  const format = page.locator("summary", { hasText: "Format" });
  for (const name of [/^Reply to/, /^Note about/]) {
    const box = page.getByRole("textbox", { name });
    await box.fill("Now or never");
    await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 3));
    await format.click();
    await expect(page.getByText("[label](https://…)")).toBeInViewport();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Bold/ }).click();
    await expect(box).toHaveValue("**Now** or never");
    await expect(box).toBeFocused();
    expect(await selected(page)).toBe("Now");
    await expect(page.getByText("[label](https://…)")).toBeHidden();
    await box.press("Control+e");
  }
});

test("nothing in the composer is cut or covered, from a narrow phone to a desktop, and it says why nothing is sent", async ({
  page,
}) => {
  await openConversation(page);
  const composer = page.locator("form").filter({ has: replyBox(page) });
  const hint = page.locator(`[id="${await replyBox(page).getAttribute("aria-describedby")}"]`);
  const problems = () =>
    composer.evaluate((form) => {
      const parts = [...form.querySelectorAll("button, summary, p:not(.sr-only)")].filter((part) =>
        part.checkVisibility(),
      );
      const covers = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
      const boxes = parts.map((part) => part.getBoundingClientRect());
      const outer = form.getBoundingClientRect();
      return parts.flatMap((part, at) => {
        const box = boxes[at] ?? outer;
        const name = part.textContent;
        const found = boxes.some((other, index) => index !== at && covers(box, other)) ? [`${name} is covered`] : [];
        if (part.scrollWidth > part.clientWidth + 1) found.push(`${name} is cut`);
        if (box.left < outer.left || box.right > outer.right) found.push(`${name} leaves the composer`);
        return found;
      });
    });
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const draft of ["", "{{?the number of the order, as it’s in the email}}", "x".repeat(4001)]) {
      await replyBox(page).fill(draft);
      expect(await problems(), `${width} pixels, ${draft.slice(0, 20)}`).toEqual([]);
      if (draft)
        await expect(hint).toHaveText(
          /^(Fill in “the number of the order, as it’s in the email” to send\.|1 character too many)$/,
        );
    }
  }
});

test("a draft shows its formatting as it's typed, with each letter where the box has it", async ({ page }) => {
  await openConversation(page);
  const box = replyBox(page);
  const drawn = page.locator(".drafted");
  await box.pressSequentially("It's plain");
  await expect(drawn).toHaveCount(0);
  await box.fill("");
  await box.pressSequentially("It's **now**");
  await expect(drawn.locator("[data-style=strong]")).toHaveText("now");
  await expect(box).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await expectAccessible(page);
  const paragraph =
    "Your *parcel* left **Tromsø this morning** and `arrives` https://example.com/track/AV-1042-WAVE-TO-7731 soon. ";
  const scripts =
    "**漢字かな交じり文** and *اطلب الآن من المتجر* and **Доставка завтра утром** and __init__ 👩‍👩‍👧 :tada:\n";
  await box.fill(
    `${paragraph.repeat(4)}\n\n> quoted **twice**\n- one\n- two\n\`\`\`\nlet a = 1;\n\`\`\`\n${scripts.repeat(3)}\n`,
  );
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(async () => expect(await measure(drawn)).toEqual(await measure(box)), `${width}`).toPass();
  }
  await box.evaluate((area) => area.scrollTo(0, 60));
  await expect.poll(() => drawn.evaluate(({ scrollTop }) => scrollTop)).toBe(60);
  // Contrast themes choose the letters' color themselves.
  await page.emulateMedia({ forcedColors: "active" });
  await expect(drawn).toBeHidden();
  await expect(box).not.toHaveCSS("color", "rgba(0, 0, 0, 0)");
});

/** Where a text begins and how much space its lines take: another break anywhere would change it. */
const measure = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height, lines: element.scrollHeight, wide: element.clientWidth };
  });
