import type { Page, Request } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { OPTIMIZING_BROWSER_ARGUMENTS } from "../support/browser.ts";
import { testEnvironment } from "../support/environment.ts";
import { inbox, openWidget, patchConversation } from "../support/factories.ts";
import { type LimitedProcess, limitedProcess, newAddress } from "../support/limited-process.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";

const { browserPath: executablePath } = testEnvironment;

test.use({
  expectedErrors: [/Failed to load resource|status of 403/],
  // Solving a challenge takes many times as long otherwise.
  launchOptions: { args: OPTIMIZING_BROWSER_ARGUMENTS, ...(executablePath && { executablePath }) },
});

const STARTS = /\/public\/conversations$/;
const NOT_ACCEPTED = "Not sent. This chat doesn’t accept the message.";

const isStart = (request: Request) => request.method() === "POST" && STARTS.test(request.url());

/** Has the conversations of a page begin in another process than the one that serves it. */
async function beginIn(page: Page, baseUrl: string): Promise<Request[]> {
  const starts: Request[] = [];
  await page.route(STARTS, async (route) => {
    const request = route.request();
    if (!isStart(request)) return route.fallback();
    starts.push(request);
    const headers = { ...(await request.allHeaders()), "x-forwarded-for": newAddress() };
    await route.fulfill({ response: await route.fetch({ url: `${baseUrl}/public/conversations`, headers }) });
  });
  return starts;
}

test.describe("while too many conversations start", () => {
  let service: LimitedProcess;
  test.beforeAll(async () => {
    service = await limitedProcess({ LIMIT_STARTS: "1" }, "proof");
  });
  test.afterAll(() => service.stop());

  /** A stranger's conversation, after which the next one on the site needs a proof. */
  async function startFirst({ site }: Shop): Promise<void> {
    const { token } = await openWidget(site);
    const body = { message: "First of all" };
    expect((await service.ask("POST", "/public/conversations", { token, from: newAddress(), body })).status).toBe(201);
  }

  test("the chat solves the challenge, and the visitor doesn't notice", { tag: "@journey" }, async ({ page, shop }) => {
    await startFirst(shop);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    const starts = await beginIn(page, service.baseUrl);

    const widget = await shop.visit(page);
    await widget.open();
    expect(loaded.filter((path) => path.includes("proof"))).toEqual([]);
    await widget.write("Hello");
    // As long as the work may take on a machine that has other work too.
    await expect(widget.frame.locator(".message.sent", { hasText: "Hello" })).toHaveCount(1, { timeout: 20_000 });
    expect(loaded.filter((path) => path.includes("proof"))).toHaveLength(1);
    expect(starts.map((request) => "proof" in request.postDataJSON())).toEqual([false, true]);
    expect(new Set(starts.map((request) => request.headers()["idempotency-key"])).size).toBe(1);
    await expect
      .poll(async () => (await inbox(shop.owner)).map(({ lastMessagePreview }) => lastMessagePreview))
      .toEqual(["Hello", "First of all"]);
  });

  test("a message whose challenge couldn't be solved is kept, and sent once it can be", async ({ page, shop }) => {
    await startFirst(shop);
    let failures = 0;
    await page.route(/\/widget\/proof-/, (route) => (failures++ < 1 ? route.abort() : route.continue()));
    await beginIn(page, service.baseUrl);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await expect(widget.frame.locator(".message.sent", { hasText: "Hello" })).toHaveCount(1, { timeout: 20_000 });
    expect(failures).toBe(2);
  });
});

test("a message with a blocked word is kept with one sentence that says it wasn't accepted, and isn't retried", async ({
  page,
  shop,
}) => {
  const call = { token: shop.owner.token, body: { words: ["casino"] } };
  expect((await send("PATCH", `/sites/${shop.site.id}/blocking`, call)).status).toBe(200);
  let asked = 0;
  page.on("request", (request) => {
    if (isStart(request)) asked += 1;
  });
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("A casino for you");
  await expect(widget.frame.getByText(NOT_ACCEPTED)).toBeVisible();
  expect(asked).toBe(1);
  await widget.frame.getByRole("button", { name: "Edit" }).click();
  await expect(widget.composer).toHaveValue("A casino for you");
  await widget.composer.fill("A shop for you");
  await page.keyboard.press("Enter");
  await widget.expectSent("A shop for you");
  await expect.poll(() => shop.bodies()).toEqual(["A shop for you"]);
});

test("a blocked visitor sees the same sentence, in an open panel and after a reload", {
  tag: ["@journey", "@all"],
}, async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await patchConversation(shop.owner, (await shop.conversation()).id, { visitorBlocked: true });
  await widget.write("Hello?");
  await expect(widget.frame.getByText(NOT_ACCEPTED)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: /^Open chat/ }).click();
  await expect(widget.frame.getByText("This chat is no longer available.")).toBeVisible();
  await expect.poll(() => shop.bodies()).toEqual(["Hello"]);
});
