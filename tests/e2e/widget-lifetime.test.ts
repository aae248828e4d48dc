import { isDeepStrictEqual } from "node:util";
import type { CDPSession, Page } from "@playwright/test";
import { testEnvironment } from "../support/environment.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

const ROUNDS = 50;

async function mount(page: Page, publicKey: string): Promise<void> {
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = src;
        script.onload = resolve;
        document.head.append(script);
      }),
    `${testEnvironment.baseUrl}/widget.js?site=${publicKey}`,
  );
  await expect(widgetOn(page).launcher).toBeVisible();
}

async function unmount(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.SiteInbox?.("destroy");
    document.querySelector("script")?.remove();
  });
}

const HELD = ["Nodes", "JSEventListeners", "Frames"] as const;

type Stock = Record<(typeof HELD)[number], number>;

/** What the browser holds for the page, once it has let go of what nobody needs: that may take it a while. */
async function takeStock(session: CDPSession): Promise<Stock> {
  const take = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const [Nodes, JSEventListeners, Frames] = HELD.map((held) => metrics.find(({ name }) => name === held)?.value);
    if (Nodes === undefined || JSEventListeners === undefined || Frames === undefined) throw new Error("not measured");
    return { Nodes, JSEventListeners, Frames };
  };
  let stock = await take();
  await expect
    .poll(async () => {
      const before = stock;
      stock = await take();
      return isDeepStrictEqual(before, stock);
    })
    .toBe(true);
  return stock;
}

/** What a page can see of itself. */
const readPage = (page: Page) =>
  page.evaluate(() => ({
    elements: document.querySelectorAll("*").length,
    globals: Object.getOwnPropertyNames(window).join(),
    title: document.title,
  }));

for (const kind of ["shown", "opened"] as const) {
  test(`nothing is left when the widget is ${kind} and destroyed ${ROUNDS} times, as in single-page apps`, async ({
    page,
  }) => {
    test.slow();
    const { site } = await createSiteOfOwner();
    const host = await startHostSite({ "/": {} });
    await page.goto(host.neighbor);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const round = async () => {
      await mount(page, site.publicKey);
      if (kind === "opened") await widgetOn(page).open();
      await unmount(page);
    };
    // The first round may leave what the browser itself keeps.
    await round();
    const before = await takeStock(session);
    const pageBefore = await readPage(page);
    for (let at = 0; at < ROUNDS; at++) await round();
    // What is kept for each round is fifty times as much; what the browser lets go of later than it might is not.
    await expect
      .poll(async () => {
        const after = await takeStock(session);
        return HELD.filter((what) => after[what] > before[what]);
      })
      .toEqual([]);
    expect(await readPage(page)).toEqual(pageBefore);
    await host.close();
  });
}

test("removing the tag while the second script loads ends the widget, and adding it again brings it back", async ({
  page,
}) => {
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": {} });
  await page.goto(host.neighbor);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/widget/dialog.js*", async (route) => {
    await held;
    await route.continue();
  });
  await mount(page, site.publicKey);
  const asked = page.waitForRequest("**/widget/dialog.js*");
  await widgetOn(page).launcher.click();
  await asked;
  await unmount(page);
  const loaded = page.waitForResponse("**/widget/dialog.js*");
  release();
  await loaded;
  await mount(page, site.publicKey);
  await expect(page.locator("iframe")).toHaveCount(0);
  await widgetOn(page).open();
  await unmount(page);
  expect(await page.evaluate(() => [...document.documentElement.children].map(({ tagName }) => tagName))).toEqual([
    "HEAD",
    "BODY",
  ]);
  expect(await page.evaluate(() => "SiteInbox" in window)).toBe(false);
  await host.close();
});

test("the widget goes on when a single-page app changes routes and bodies", { tag: "@journey" }, async ({ page }) => {
  const { site, conversations } = await createSiteOfOwner();
  const host = await startHostSite({ "/": {} });
  await page.goto(host.neighbor);
  await mount(page, site.publicKey);
  const widget = widgetOn(page);
  await widget.open();
  const pages: string[] = [];
  for (const [at, go] of [
    () => history.pushState({}, "", "/pushed?a=1"),
    () => history.replaceState({}, "", "/replaced"),
    () => location.assign("#/hash"),
    () => document.body.replaceWith(document.createElement("body")),
    () => history.back(),
  ].entries()) {
    await page.evaluate(go);
    await widget.write(`Message ${at}`);
    await widget.expectSent(`Message ${at}`);
    pages.push(page.url());
  }
  expect(pages.slice(0, 3)).toEqual(
    ["/pushed?a=1", "/replaced", "/replaced#/hash"].map((path) => host.neighbor + path),
  );
  // The conversation tells where it began.
  expect(await conversations()).toMatchObject([{ pageUrl: `${host.neighbor}/pushed?a=1` }]);
  await host.close();
});
