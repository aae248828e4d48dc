import type { Frame, Page } from "@playwright/test";
import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import { expect, test } from "../support/shop-test.ts";

const ROUNDS = 100;

declare global {
  var enterAt: number;
  var shownAt: Record<string, number>;
}

/** Notes in a page when Enter was pressed last, and when each of the texts was drawn. */
async function watch(page: Page | Frame): Promise<void> {
  await page.evaluate(() => {
    globalThis.shownAt = {};
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Enter") globalThis.enterAt = Date.now();
      },
      true,
    );
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          const found = /(?:Visitor|Owner) \d+ of the run/.exec(node.textContent ?? "");
          if (found) globalThis.shownAt[found[0]] ??= Date.now();
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const readEnterAt = (page: Page | Frame) => page.evaluate(() => globalThis.enterAt);
const readShownAt = (page: Page | Frame, text: string) => page.evaluate((key) => globalThis.shownAt[key], text);

function summary(direction: string, times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  return `${direction}: median ${at(0.5)} ms, p99 ${at(0.99)} ms, of ${sorted.length} messages\n`;
}

test("measures the time from Enter on one side to the message on the other side's screen", async ({
  browser,
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  const context = await browser.newContext();
  const inbox = await context.newPage();
  await enterDashboard(inbox, shop.owner);
  await gotoLive(inbox, "/inbox");
  await listRows(inbox).first().click();
  const reply = inbox.getByRole("textbox", { name: /^Reply to/ });
  await reply.click();
  const panel = page.frames().find((frame) => frame.url().includes("/widget/frame"));
  if (!panel) throw new Error("the panel has no frame");
  await watch(panel);
  await watch(inbox);

  const toOwner: number[] = [];
  const toVisitor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const question = `Visitor ${round} of the run`;
    await widget.composer.fill(question);
    await widget.composer.press("Enter");
    await expect.poll(() => readShownAt(inbox, question)).toBeTruthy();
    toOwner.push(((await readShownAt(inbox, question)) ?? 0) - (await readEnterAt(panel)));

    const fromOwner = `Owner ${round} of the run`;
    await reply.fill(fromOwner);
    await reply.press("Enter");
    await expect.poll(() => readShownAt(panel, fromOwner)).toBeTruthy();
    toVisitor.push(((await readShownAt(panel, fromOwner)) ?? 0) - (await readEnterAt(inbox)));
  }
  process.stdout.write(summary("visitor to owner", toOwner) + summary("owner to visitor", toVisitor));
  await context.close();
});
