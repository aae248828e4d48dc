import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import { allMessages, deleteConversation, inbox, openWidget, patchConversation, start } from "../support/factories.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";

const STREAM = "**/public/events";
const SENDING = /\/public\/conversations(\/[^/]+\/messages)?$/;

const isSending = (request: Request) => request.method() === "POST" && SENDING.test(new URL(request.url()).pathname);

/** Does something else with each message that is sent. */
async function onSending(target: Page | BrowserContext, run: (route: Route) => Promise<unknown>): Promise<void> {
  await target.route(SENDING, (route) => (isSending(route.request()) ? run(route) : route.fallback()));
}

/** The keys of the messages that were tried to be sent, by their text. */
function watchKeys(context: BrowserContext): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  context.on("request", (request) => {
    if (!isSending(request)) return;
    const { message } = request.postDataJSON() as { message: string };
    keys.set(message, (keys.get(message) ?? new Set()).add(request.headers()["idempotency-key"] ?? "none"));
  });
  return keys;
}

async function startTalking(shop: Shop, page: Page) {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("First");
  await widget.expectSent("First");
  return widget;
}

test.use({ expectedErrors: [/Failed to load resource/] });

test("a message appears immediately, marked as being sent until the server has it", { tag: "@journey" }, async ({
  page,
  shop,
}) => {
  const widget = await shop.visit(page);
  await widget.open();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await onSending(page, async (route) => {
    await held;
    await route.continue();
  });
  await widget.write("On its way");
  await expect(widget.frame.locator(".message.sending")).toHaveText(/On its way/);
  await expect(widget.frame.getByText("Sending", { exact: true })).toBeAttached();
  letGo();
  await widget.expectSent("On its way");
  await expect(widget.frame.locator(".message", { hasText: "On its way" })).toHaveCount(1);
});

test("shows a message once when its event arrives before its response", async ({ page, shop }) => {
  const widget = await startTalking(shop, page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await onSending(page, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await widget.write("Quick");
  const bubbles = widget.frame.locator(".message", { hasText: "Quick" });
  await widget.expectSent("Quick");
  await expect(bubbles).toHaveCount(1);
  const bubble = await bubbles.elementHandle();
  letGo();
  await widget.write("Quick");
  await expect(widget.frame.locator(".message.sent", { hasText: "Quick" })).toHaveCount(2);
  // It is the same bubble still, so nothing is read out twice.
  expect(await bubble?.evaluate((node) => node.isConnected)).toBe(true);
  await expect.poll(() => shop.bodies()).toEqual(["First", "Quick", "Quick"]);
});

test("messages that weren't sent before a reload are sent automatically, with the same keys and in order (F17)", {
  tag: "@journey",
}, async ({ page, context, shop }) => {
  const widget = await startTalking(shop, page);
  const keys = watchKeys(context);
  await onSending(page, (route) => route.abort());
  await widget.write("Second");
  await widget.write("Third");
  await expect(widget.frame.getByText("Not sent yet.")).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await page.getByRole("button", { name: /^Open chat/ }).click();
  await widget.expectSent("Third");
  await expect.poll(() => shop.bodies()).toEqual(["First", "Second", "Third"]);
  expect([...keys].map(([text, used]) => [text, used.size])).toEqual([
    ["Second", 1],
    ["Third", 1],
  ]);
});

test("delivers a message once when the page closes before the response", async ({ context, shop }) => {
  const page = await context.newPage();
  const widget = await startTalking(shop, page);
  const arrived = new Promise<void>((resolve) => {
    void onSending(page, async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await widget.write("Crash");
  await widget.write("After the crash");
  await arrived;
  await expect.poll(() => shop.bodies()).toEqual(["First", "Crash"]);
  await page.close();

  const next = await context.newPage();
  const again = await shop.visit(next);
  await next.getByRole("button", { name: /^Open chat/ }).click();
  await again.expectSent("After the crash");
  await expect(again.frame.locator(".message.sent")).toHaveText([/First/, /Crash/, /After the crash/]);
  await expect.poll(() => shop.bodies()).toEqual(["First", "Crash", "After the crash"]);
});

test("delivers a message once when its response is lost, even the first message", { tag: "@journey" }, async ({
  page,
  shop,
}) => {
  let lost = 0;
  await onSending(page, async (route) => {
    if (lost++ > 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const widget = await shop.visit(page);
  await widget.open();
  for (const text of ["One", "Two", "Three"]) await widget.write(text);
  await expect(widget.frame.locator(".message.sent")).toHaveText([/One/, /Two/, /Three/], { timeout: 15_000 });
  await expect(widget.frame.locator(".message:not(.sent)", { hasText: /One|Two|Three/ })).toHaveCount(0);
  await expect.poll(() => shop.bodies()).toEqual(["One", "Two", "Three"]);
});

test("two tabs show the same pending messages, and send each once (F17)", async ({ context, shop }) => {
  const first = await context.newPage();
  const second = await context.newPage();
  const one = await startTalking(shop, first);
  const two = await shop.visit(second);
  await second.getByRole("button", { name: /^Open chat/ }).click();
  await two.expectSent("First");

  const keys = watchKeys(context);
  await onSending(context, (route) => route.abort());
  await one.write("From one");
  await two.write("From two");
  for (const widget of [one, two]) {
    const waiting = widget.frame.locator(".message:not(.sent)").filter({ hasText: "From" });
    await expect(waiting).toHaveText([/From one/, /From two/]);
  }
  await context.unrouteAll();
  for (const widget of [one, two]) {
    const sent = widget.frame.locator(".message.sent");
    await expect(sent).toHaveText([/First/, /From one/, /From two/], { timeout: 20_000 });
  }
  await expect.poll(() => shop.bodies()).toEqual(["First", "From one", "From two"]);
  expect([...keys.values()].map((used) => used.size)).toEqual([1, 1]);
});

test("a message goes to the visitor's other open conversation, with the same key", async ({ page, context, shop }) => {
  await page.route(STREAM, (route) => route.abort());
  const widget = await startTalking(shop, page);
  const { id } = await shop.conversation();
  await patchConversation(shop.owner, id, { status: "closed" });
  const token = await storedVisitorToken(page);
  const elsewhere = await openWidget(shop.site, { visitorToken: token });
  await start(elsewhere, "On another device");

  const keys = watchKeys(context);
  // This page has not heard of any of it.
  await widget.write("Here");
  await widget.expectSent("Here");
  const [open, closed] = await inbox(shop.owner);
  expect(closed).toMatchObject({ id, status: "closed", lastSeq: 1 });
  await expect
    .poll(async () => (await allMessages(shop.owner, open?.id ?? "")).map(({ body }) => body))
    .toEqual(["On another device", "Here"]);
  expect(keys.get("Here")?.size).toBe(1);
  await expect(widget.frame.locator(".message.sent")).toHaveText([/On another device/, /Here/]);
});

test("a message to a deleted conversation starts a new one, with the same key", async ({ page, context, shop }) => {
  await page.route(STREAM, (route) => route.abort());
  const widget = await startTalking(shop, page);
  const keys = watchKeys(context);
  await deleteConversation(shop.owner, (await shop.conversation()).id);
  await widget.write("Still here");
  await widget.expectSent("Still here");
  await expect.poll(() => shop.bodies()).toEqual(["Still here"]);
  expect(keys.get("Still here")?.size).toBe(1);
});

test("a rate-limited message waits as long as the server asks, says so, and is then sent automatically", async ({
  page,
  shop,
}) => {
  const widget = await startTalking(shop, page);
  let tries = 0;
  await onSending(page, async (route) => {
    if (tries++ > 0) return route.continue();
    return route.fulfill({ status: 429, headers: { "Retry-After": "3" }, json: { code: "rate_limited" } });
  });
  await widget.write("Patience");
  await expect(widget.frame.getByText("Yours is saved and will be sent in 3 seconds.")).toBeVisible();
  await widget.expectSent("Patience");
  expect(tries).toBe(2);
});

test("a rejected message is returned to its writer, and those after it are sent", async ({ page, shop }) => {
  const widget = await startTalking(shop, page);
  await onSending(page, async (route) => {
    const { message } = route.request().postDataJSON() as { message: string };
    if (message !== "Bad") return route.continue();
    return route.fulfill({ status: 403, json: { code: "not_accepted" } });
  });
  await widget.write("Bad");
  await widget.write("Good");
  await widget.expectSent("Good");
  await expect(widget.frame.getByText("Not sent. This chat doesn’t accept the message.")).toBeVisible();
  await widget.frame.getByRole("button", { name: "Edit" }).click();
  await expect(widget.composer).toHaveValue("Bad");
  await expect(widget.composer).toBeFocused();
  await expect(widget.frame.locator(".message.rejected")).toHaveCount(0);
});

test("logging out in one tab removes the visitor's data from every tab", async ({ context, shop }) => {
  const first = await context.newPage();
  const second = await context.newPage();
  await startTalking(shop, first);
  const two = await shop.visit(second);
  await second.getByRole("button", { name: /^Open chat/ }).click();
  await two.expectSent("First");
  const token = await storedVisitorToken(second);
  await first.evaluate("SiteInbox('logout')");
  // The open panel begins again, as for anybody.
  await expect(two.log).toHaveText("Welcome to the shop.");
  await expect.poll(() => storedVisitorToken(second)).not.toBe(token);
  await two.write("Someone new");
  await two.expectSent("Someone new");
  await expect.poll(() => inbox(shop.owner)).toHaveLength(2);
});

function storedVisitorToken(page: Page): Promise<string> {
  const frame = page.frames().find((one) => one.url().includes("/widget/frame"));
  if (!frame) throw new Error("there is no frame");
  return frame.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith(":visitor")) ?? "";
    return JSON.parse(localStorage.getItem(name) ?? "{}").token;
  });
}
