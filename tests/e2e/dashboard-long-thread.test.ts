import type { Page } from "@playwright/test";
import { atScale } from "../support/at-scale.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import { sendMessage } from "../support/factories.ts";
import { longConversation } from "../support/long-conversation.ts";
import { expect, test } from "../support/page-test.ts";

const thread = (page: Page) => page.getByRole("region", { name: "Messages" });
const line = (page: Page, number: number) => thread(page).getByText(`Line ${number}.`, { exact: true });
const topOf = async (page: Page, number: number) => (await line(page, number).boundingBox())?.y ?? 0;

const LONG = atScale(2_000, 10_000);

test(`a conversation of ${LONG} messages opens at its end, and loads more by scrolling up`, {
  tag: ["@soak", "@journey"],
}, async ({ page }) => {
  const { owner, id } = await longConversation(LONG);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  await expect(line(page, LONG)).toBeInViewport();
  expect(await thread(page).getByText(/^Line/).count()).toBeLessThan(500);
  const first = await thread(page).evaluate(async (element, wanted) => {
    const numbers = () =>
      [...element.querySelectorAll<HTMLElement>("[data-message]")].map(({ dataset }) => dataset.message);
    while (Number(numbers()[0]) > wanted) {
      element.scrollBy(0, -element.clientHeight);
      await new Promise(requestAnimationFrame);
    }
    return numbers();
  }, LONG - 500);
  expect(first).toEqual(Array.from({ length: first.length }, (_, at) => String(LONG - first.length + at + 1)));
  await expect(page.getByRole("button", { name: /earlier messages/i })).toBeAttached();
});

test("the reading position stays while messages arrive, and a notice counts them", async ({ page }) => {
  const { owner, visitor, id } = await longConversation(300);
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await line(page, 270).scrollIntoViewIfNeeded();
  await expect(line(page, 300)).not.toBeInViewport();
  const before = await topOf(page, 270);
  for (const text of ["Below one", "Below two"]) await sendMessage(visitor, id, text);
  await expect(thread(page).getByText("Below two")).toBeAttached();
  await expect.poll(() => topOf(page, 270)).toBeCloseTo(before, 0);
  await page.getByRole("button", { name: "2 new messages" }).click();
  await expect(thread(page).getByText("Below two")).toBeInViewport();
  await sendMessage(visitor, id, "Below three");
  await expect(thread(page).getByText("Below three")).toBeInViewport();
});

test("the reading position stays while earlier messages load", async ({ page }) => {
  const { owner, id } = await longConversation(400);
  await enterDashboard(page, owner);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/messages\?.*before=/, async (route) => {
    await held;
    await route.continue();
  });
  await gotoLive(page, `/inbox/${id}`);
  await line(page, 353).scrollIntoViewIfNeeded();
  const before = await topOf(page, 353);
  release();
  await expect(line(page, 340)).toBeAttached();
  await expect.poll(() => topOf(page, 353)).toBeCloseTo(before, 0);
});

test.describe("when earlier messages don't load", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a notice says that they aren't lost, and offers to load them again", async ({ page }) => {
    const { owner, id } = await longConversation(200);
    await enterDashboard(page, owner);
    let asked = 0;
    await page.route(/messages\?.*before=/, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await gotoLive(page, `/inbox/${id}`);
    await thread(page).press("Home");
    await expect(page.getByText("Earlier messages couldn’t be loaded. They aren’t lost.")).toBeVisible();
    expect(asked).toBe(1);
    await page.getByRole("button", { name: "Load earlier messages" }).click();
    await expect(line(page, 110)).toBeAttached();
  });
});

test.describe("when a reply isn't sent", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("counts the messages below while it's stuck", async ({ page, context }) => {
    const { owner, visitor, id } = await longConversation(300);
    await enterDashboard(page, owner);
    await context.route("**/messages", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 429, headers: { "retry-after": "600" } })
        : route.continue(),
    );
    await gotoLive(page, `/inbox/${id}`);
    await page.getByRole("textbox", { name: /^Reply to/ }).fill("Stuck");
    await page.keyboard.press("Enter");
    await expect(thread(page).getByText("Not sent yet.")).toBeVisible();
    await line(page, 270).scrollIntoViewIfNeeded();
    await expect(thread(page).getByText("Stuck")).not.toBeInViewport();
    await sendMessage(visitor, id, "Below one");
    await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();
  });
});
