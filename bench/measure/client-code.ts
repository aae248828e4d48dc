import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";
import { sum } from "./statistics.ts";

const SETTLED_MS = 3000;

/** How much JavaScript a browser loads for a page, gzipped, whatever the server itself compresses to. */
export async function clientCodeOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.headers()["content-type"]?.includes("javascript")) return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url);
  // An inbox keeps its event stream open, so the network as a whole never rests.
  // What is fetched once the page is there, such as pages that links lead to, counts too.
  await pause(SETTLED_MS);
  if (page.url() !== new URL(url).href) throw new Error(`${url} led to ${page.url()}`);
  const total = sum(await Promise.all(sizes));
  await page.close();
  return total;
}
