import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { Client } from "pg";
import { startHostSite } from "../../tests/support/host-page.ts";
import { openThrowawayDatabase } from "../../tests/support/throwaway-database.ts";
import type { BenchCase, Figure } from "../case.ts";
import { sum } from "../measure/statistics.ts";
import { openBrowser } from "../world/browser.ts";
import { newShop } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const BYTES_GOAL = 2500;
// Longer than the widget waits for an idle moment.
const QUIET_MS = 7000;

/** A visitor who never wrote looks at a page with the widget on it, and goes again. */
export const widget: BenchCase = {
  name: "widget",
  title: "Widget on a page before it is opened, visitor who never wrote",
  run: async (progress) => {
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await openThrowawayDatabase(), ({ discard }) => discard());
    const ours = stack.use(await startOurs(database.url));
    const { siteKey } = await newShop(ours.baseUrl);
    const tag = `<script src="${ours.baseUrl}/widget.js?site=${siteKey}" async></script>`;
    const host = stack.adopt(await startHostSite({ "/": { head: tag } }), ({ close }) => close());
    const browser = stack.adopt(await openBrowser(), (open) => open.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(ours.baseUrl))
        sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });

    const rowsBefore = await countRows(database.url);
    progress("looking at the page");
    await page.goto(host.origin);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await pause(QUIET_MS);
    const transferred = sum(await Promise.all(sizes));
    const stored = await storedItems(page);
    const rows = (await countRows(database.url)) - rowsBefore;
    return {
      figures: [
        none("requests", sizes.length, 1),
        {
          what: "gzipped",
          ours: `${transferred} bytes`,
          goal: `≤ ${BYTES_GOAL} bytes`,
          isMet: transferred <= BYTES_GOAL,
        },
        none("cookies", (await context.cookies()).length),
        none("items in storage", stored),
        none("rows written", rows),
      ],
    };
  },
};

const none = (what: string, count: number, most = 0): Figure => ({
  what,
  ours: String(count),
  goal: most === 0 ? "none" : `≤ ${most}`,
  isMet: count <= most,
});

/** What the page's origin keeps, of any kind. */
function storedItems(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return localStorage.length + sessionStorage.length + databases.length + (await cacheCount());
    async function cacheCount() {
      return window.isSecureContext ? (await caches.keys()).length : 0;
    }
  });
}

const TABLES = ["visitors", "conversations", "messages", "message_keys", "deletions"];

async function countRows(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const counts = TABLES.map((table) => `(SELECT count(*)::int FROM ${table})`);
  const { rows } = await client.query<{ all: number }>(`SELECT ${counts.join(" + ")} AS "all"`);
  await client.end();
  return rows[0]?.all ?? Number.NaN;
}
