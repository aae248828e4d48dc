import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "./browser.ts";

/* Draws the app's icons from app/icon.svg: npm run icons */

const symbol = readFileSync("app/icon.svg", "utf8");
const [, background = ""] = /<rect[^>]* fill="([^"]+)"/.exec(symbol) ?? [];
// Home screens cut their own shape out of it, so the color goes to the edges and the symbol stays in the middle 80 %.
const square = symbol
  .replace(/<rect[^>]*\/>/, `<rect x="-32" y="-32" width="96" height="96" fill="${background}"/>`)
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"');

const ICONS = [
  { path: "public/icons/192.png", size: 192, svg: symbol },
  { path: "public/icons/512.png", size: 512, svg: symbol },
  { path: "public/icons/maskable-512.png", size: 512, svg: square },
  { path: "public/icons/apple-180.png", size: 180, svg: square },
];

const executablePath = await findBrowser(AbortSignal.timeout(60_000));
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: BROWSER_ARGUMENTS });
const page = await browser.newPage();
for (const { path, size, svg } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
  writeFileSync(path, await page.screenshot({ omitBackground: true }));
}
await browser.close();
