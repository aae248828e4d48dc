import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const PATH = "/settings/account/notifications";
const KNOCK_TONES = 2;

/** Counts the tones that each page plays. */
const countTones = (context: BrowserContext) =>
  context.addInitScript(() => {
    Reflect.set(window, "tones", 0);
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      Reflect.set(window, "tones", Reflect.get(window, "tones") + 1);
      return create.call(this);
    };
  });

/**
 * Has the next pages report when they show a text, which the returned function waits for: looking from here would count as a
 * gesture, after which the browser plays sounds.
 */
async function watchFor(page: Page, text: string): Promise<() => Promise<void>> {
  const shown = Promise.withResolvers<void>();
  const name = `shown-${Math.random()}`;
  await page.exposeFunction(name, shown.resolve);
  await page.addInitScript(
    ({ text, name }) => {
      const look = () => document.body?.textContent?.includes(text) && Reflect.get(window, name)();
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    },
    { text, name },
  );
  return () => shown.promise;
}

const tonesIn = (page: Page) => page.evaluate(() => Number(Reflect.get(window, "tones")));

test("a chosen sound plays for a new message in one of two tabs, and not for one in view", async ({
  page,
  context,
}) => {
  await countTones(context);
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await enterDashboard(page, owner);
  await page.goto(PATH);
  const section = page.getByRole("region", { name: "Sound and badge" });
  await expect(section.getByRole("button", { name: "Listen" })).toBeHidden();
  await section.getByText("Knock").click();
  await section.getByRole("button", { name: "Listen" }).click();
  await expect.poll(() => tonesIn(page)).toBe(KNOCK_TONES);
  await expectAccessible(page);
  await section.getByRole("button", { name: "Save changes" }).click();
  await expect(section.getByText("Saved.", { exact: true })).toBeVisible();

  const other = await context.newPage();
  await gotoLive(other, "/inbox");
  await other.getByRole("heading").first().click();
  await start(visitor, "Are you there?");
  const tones = async () => (await Promise.all([page, other].map(tonesIn))).sort();
  await expect.poll(tones).toEqual([0, 2 * KNOCK_TONES]);

  await other.goto(`/inbox/${id}`);
  await expect(page).toHaveTitle(/^Notifications/);
  const before = await tones();
  await start(visitor, "I'm still here");
  await expect(other.getByText("I'm still here").last()).toBeVisible();
  await start(await openWidget(site), "Someone else");
  await expect.poll(tones).not.toEqual(before);
  expect((await tones()).reduce((sum, count) => sum + count) - before.reduce((sum, count) => sum + count)).toBe(
    KNOCK_TONES,
  );
});

test("the account and the inbox say that the browser plays no sound before a click", { tag: "@journey" }, async ({
  page,
  context,
}) => {
  await countTones(context);
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await start(visitor, "Hello");
  await enterDashboard(page, owner);
  const saved = await page.request.patch("/account/notifications", {
    headers: { Authorization: `Bearer ${owner.token}` },
    data: { sound: "bright", repeatSound: true },
  });
  expect(saved.status()).toBe(200);
  const sentence = "browsers block sound until you click";
  const isHinted = await watchFor(page, sentence);
  await page.goto(PATH);
  await isHinted();
  const hint = page.getByText(sentence);
  await expect(hint).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Repeat until it’s read" })).toBeChecked();
  await page.getByRole("heading", { name: "Sound and badge" }).click();
  await expect(hint).toBeHidden();

  const isSilent = await watchFor(page, "A message arrived without a sound.");
  await gotoLive(page, "/inbox");
  await start(visitor, "Can you hear me?");
  await isSilent();
  expect(await tonesIn(page)).toBe(0);
});
