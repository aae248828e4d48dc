import type { Page } from "@playwright/test";
import type { Shop } from "./shop-test.ts";

export const STREAM = "/public/events";

export const FIRST = "Do you have this in green?";

/** Opens the shop and writes, so that there is a conversation. */
export async function startTalking(shop: Shop, page: Page) {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write(FIRST);
  await widget.expectSent(FIRST);
  const { id } = await shop.conversation();
  return { widget, id };
}

/** The same, and waits for the stream: from then on everything arrives automatically. */
export async function startLive(shop: Shop, page: Page) {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === STREAM);
  const talking = await startTalking(shop, page);
  await stream;
  return talking;
}
