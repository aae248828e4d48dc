import type { Page } from "@playwright/test";
import { testEnvironment } from "./environment.ts";
import { newOwner, type Owner } from "./factories.ts";

/** Lets an owner into the dashboard with the cookie that logging in would set. */
export async function enterDashboard(page: Page, owner: Owner): Promise<void> {
  const url = testEnvironment.baseUrl;
  await page.context().addCookies([{ name: "next-auth.session-token", value: owner.token, url }]);
}

/** Returns the path of a page in an owner's workspace: where the address without it leads. */
export async function pathInside({ token }: Pick<Owner, "token">, path: string): Promise<string> {
  const headers = { Cookie: `next-auth.session-token=${token}` };
  const response = await fetch(testEnvironment.baseUrl + path, { redirect: "manual", headers });
  return response.headers.get("location") ?? `no redirect from ${path}`;
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

/** Opens the account's menu in the rail. */
export async function openAccountMenu(page: Page) {
  const menu = page.getByRole("navigation", { name: "Main" }).locator("details").filter({ hasText: "Account" });
  await menu.locator("summary").click();
  return menu;
}

/** The menu that filters the list by site. */
export const siteMenu = (page: Page) =>
  page.getByRole("region", { name: "Inbox" }).locator("summary", { hasText: "Site:" });

/** The rows of the list, each the link to a conversation. */
export const listRows = (page: Page) =>
  page.getByRole("region", { name: "Inbox" }).getByRole("listitem").getByRole("link");

/** Matches the address of a dashboard page, in whichever workspace. */
export const inside = (path: string) =>
  new RegExp(`^(https?://[^/]+)?/w/[0-9a-f-]{36}${path.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}$`);

/** The box of the conversation that can be written to. While the next one loads, the one before is still below it, inert. */
export const replyBox = (page: Page) =>
  page.getByRole("textbox", { name: /^Reply to/ }).and(page.locator(":not([inert] *)"));
