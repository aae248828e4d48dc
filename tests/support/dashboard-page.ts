import type { Page } from "@playwright/test";
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
