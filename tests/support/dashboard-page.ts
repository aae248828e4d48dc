import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { testEnvironment } from "./environment.ts";
import { newOwner, type Owner } from "./factories.ts";

/** Lets an owner into the dashboard with the cookie that logging in would set. */
export async function enterDashboard(page: Page, owner: Owner): Promise<void> {
  const url = testEnvironment.baseUrl;
  await page.context().addCookies([{ name: "next-auth.session-token", value: owner.token, url }]);
}

/** A new owner, logged in. */
export async function newOwnerInside(page: Page): Promise<Owner> {
  const owner = await newOwner();
  await enterDashboard(page, owner);
  return owner;
}

/** Opens a page with the list, and waits until it has its stream: from then on everything arrives live. */
export async function gotoLive(page: Page, path: string): Promise<void> {
  // What may have been missed is asked for once the stream is there.
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/conversations");
  await page.goto(path);
  await asked;
}

/** The rows of the list, each the link to a conversation. */
export const listRows = (page: Page) =>
  page.getByRole("region", { name: "Inbox" }).getByRole("listitem").getByRole("link");

/** Checks the page as it is with axe; of its rules only that of contrast depends on the theme. */
export async function expectAccessible(page: Page, { without = [] }: { without?: string[] } = {}): Promise<void> {
  // On the way to another page it's missing for a moment.
  await expect(page).toHaveTitle(/./);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNothingFound(page, axeOn(page, without));
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNothingFound(page, axeOn(page, without).withRules(["color-contrast"]));
}

// The way that is for pages without frames: the other one opens a further page to put the frames' results together.
const axeOn = (page: Page, without: string[]) =>
  without.reduce((axe, selector) => axe.exclude(selector), new AxeBuilder({ page }).setLegacyMode());

async function expectNothingFound(page: Page, axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, page.url()).toEqual([]);
}
