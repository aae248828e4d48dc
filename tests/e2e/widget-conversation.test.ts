import { testEnvironment } from "../support/environment.ts";
import { type HostSite, startHostSite, widgetTag } from "../support/host-page.ts";
import { test as base, expect } from "../support/page-test.ts";
import { createSiteOfOwner, type SiteOfOwner, writeAsVisitor } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

const MESSAGES = "**/public/conversations/**";

const test = base.extend<{ owner: SiteOfOwner; host: HostSite }>({
  owner: async ({ baseURL: _ }, use) => use(await createSiteOfOwner({ welcomeMessage: "Welcome to the shop." })),
  host: async ({ page, owner }, use) => {
    const host = await startHostSite({ "/": { head: widgetTag(owner.site.publicKey) } });
    await page.goto(`${host.neighbor}/?from=mail#access_token=secret`);
    await use(host);
    await host.close();
  },
});

async function bodiesInInbox(owner: SiteOfOwner): Promise<string[]> {
  const [conversation, ...more] = await owner.conversations();
  expect(more).toEqual([]);
  return conversation ? (await owner.messages(conversation.id)).map(({ body }) => body) : [];
}

test("a visitor's message arrives in the inbox, with the page it came from", { tag: "@journey" }, async ({
  page,
  owner,
  host,
}) => {
  const widget = widgetOn(page);
  await widget.open();
  await expect(widget.log).toContainText("Welcome to the shop.");
  await widget.write("Do you have this in green?");
  await widget.expectSent("Do you have this in green?");
  expect(await owner.conversations()).toMatchObject([
    {
      status: "open",
      lastMessagePreview: "Do you have this in green?",
      // The fragment may hold a secret, so it stays in the browser.
      pageUrl: `${host.neighbor}/?from=mail`,
    },
  ]);
});

test("a message carries the page the visitor is on when it's sent, not when the page was loaded", async ({
  page,
  owner,
  host,
}) => {
  const widget = widgetOn(page);
  await widget.open();
  await page.evaluate(() => history.pushState({}, "", "/green-chair"));
  await widget.write("This one");
  await widget.expectSent("This one");
  expect(await owner.conversations()).toMatchObject([{ pageUrl: `${host.neighbor}/green-chair` }]);
});

test("messages written faster than they're sent keep their order", { tag: "@journey" }, async ({
  page,
  owner,
  host: _,
}) => {
  const widget = widgetOn(page);
  await widget.open();
  const texts = Array.from({ length: 8 }, (_item, index) => `Message ${index + 1}`);
  for (const text of texts) await widget.write(text);
  await widget.expectSent("Message 8");
  expect(await bodiesInInbox(owner)).toEqual(texts);
});

test("a returning visitor sees the conversation again", { tag: "@journey" }, async ({ page, owner, host: _ }) => {
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Before the reload");
  await widget.expectSent("Before the reload");
  await page.reload();
  await widget.open();
  await widget.expectSent("Before the reload");
  await widget.write("After the reload");
  await widget.expectSent("After the reload");
  expect(await bodiesInInbox(owner)).toEqual(["Before the reload", "After the reload"]);
});

test("earlier messages load as the visitor scrolls up, and the position stays", async ({ page, owner, host }) => {
  const texts = Array.from({ length: 70 }, (_item, index) => `Line ${index + 1}.`);
  const visitor = await writeAsVisitor(owner.site.publicKey, texts);
  await page.addInitScript(
    ([key, stored, origin]) => {
      if (location.origin === origin) localStorage.setItem(`site-inbox:${key}:visitor`, `${stored}`);
    },
    [owner.site.publicKey, JSON.stringify(visitor), testEnvironment.baseUrl],
  );
  await page.goto(host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await expect(widget.frame.getByText("Line 70.")).toBeInViewport();
  await expect(widget.frame.getByText("Line 21.")).toBeAttached();
  await expect(widget.frame.getByText("Line 20.")).not.toBeAttached();
  await widget.log.evaluate((log) => log.scrollTo(0, 0));
  await expect(widget.frame.getByText("Line 1.", { exact: true })).toBeAttached();
  await expect(widget.frame.getByText("Line 21.")).toBeInViewport();
  await expect(widget.log).toContainText("Welcome to the shop.");
});

test("Shift+Enter starts a new line, and a blank message isn't sent", async ({ page, owner, host: _ }) => {
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("  \n ");
  await widget.composer.fill("One");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Two");
  await widget.frame.getByRole("button", { name: "Send" }).click();
  await widget.expectSent("One");
  expect(await bodiesInInbox(owner)).toEqual(["One\nTwo"]);
  await expect(widget.composer).toBeFocused();
});

test("the character count appears near the limit, and a message that's too long isn't sent", async ({
  page,
  owner,
  host: _,
}) => {
  const widget = widgetOn(page);
  await widget.open();
  await widget.composer.fill("😀".repeat(3990));
  await expect(widget.frame.getByText("10 characters left")).toBeVisible();
  await widget.write("😀".repeat(4001));
  await expect(widget.frame.locator("#count")).toHaveText("Your message is 1 character too long. Shorten it.");
  expect(await owner.conversations()).toEqual([]);
  await widget.write("😀".repeat(4000));
  await widget.expectSent("😀😀😀");
  expect(await bodiesInInbox(owner)).toEqual(["😀".repeat(4000)]);
});

test("the form accepts a name and an email address, and reports an invalid one at its field", async ({
  page,
  owner,
  host: _,
}) => {
  const widget = widgetOn(page);
  const frame = await widget.open();
  await frame.getByRole("button", { name: "Add your name and email" }).click();
  // This service sends no email.
  await expect(frame.getByText("We’ll send them with your next message.")).toBeVisible();
  await expect(frame.getByText("reply by email")).toHaveCount(0);
  await frame.getByLabel("Name").fill("Ana Öztürk");
  await frame.getByLabel("Email").fill("ana@shop");
  await widget.write("Hello");
  await expect(frame.getByRole("alert").filter({ hasText: "a complete email address" })).toBeVisible();
  await expect(widget.composer).toHaveValue("Hello");
  await frame.getByLabel("Email").fill("ana@shop.example");
  await widget.composer.press("Enter");
  await widget.expectSent("Hello");
  expect(await owner.conversations()).toMatchObject([{ visitorName: "Ana Öztürk", visitorEmail: "ana@shop.example" }]);
});

test("the form still offers an email address after the first message, and sends it with the next", async ({
  page,
  owner,
  host: _,
}) => {
  const widget = widgetOn(page);
  const frame = await widget.open();
  await widget.write("Is the blue one back?");
  await widget.expectSent("Is the blue one back?");
  await frame.getByRole("button", { name: "Add your name and email" }).click();
  await expect(frame.getByText("We’ll send them with your next message.")).toBeVisible();
  await frame.getByLabel("Email").fill("ana@shop.example");
  await widget.write("You can write to me.");
  await widget.expectSent("You can write to me.");
  await expect(frame.getByLabel("Email")).toBeHidden();
  await expect(frame.getByRole("button", { name: "ana@shop.example" })).toBeVisible();
  expect(await owner.conversations()).toMatchObject([{ visitorEmail: "ana@shop.example", lastSeq: 2 }]);
});

test("a half-written message survives a reload", { tag: "@journey" }, async ({ page, host: _ }) => {
  const widget = widgetOn(page);
  await widget.open();
  await widget.composer.fill("I was about to ask");
  await page.reload();
  await widget.open();
  await expect(widget.composer).toHaveValue("I was about to ask");
});

test("a visitor who returns to a closed conversation starts with an empty one", async ({ page, owner, host: _ }) => {
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("First matter");
  await widget.expectSent("First matter");
  const [first] = await owner.conversations();
  await owner.closeConversation(first?.id ?? "");
  await page.reload();
  await widget.open();
  await widget.write("Second matter");
  await widget.expectSent("Second matter");
  expect((await owner.conversations()).map(({ status }) => status)).toEqual(["open", "closed"]);
});

test.describe("when something is wrong", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("messages written offline are sent once and in order when the visitor is back", { tag: "@journey" }, async ({
    page,
    context,
    owner,
    host: _,
  }) => {
    const widget = widgetOn(page);
    const frame = await widget.open();
    await widget.write("Online");
    await widget.expectSent("Online");
    await context.setOffline(true);
    await widget.write("Offline one");
    await widget.write("Offline two");
    await expect(
      frame.getByText("Not sent yet. You’re offline. Your message is saved and will be sent when you’re back."),
    ).toBeVisible();
    await context.setOffline(false);
    await widget.expectSent("Offline two");
    expect(await bodiesInInbox(owner)).toEqual(["Online", "Offline one", "Offline two"]);
  });

  test("a message that couldn't be sent is kept, and resent immediately on request", async ({
    page,
    owner,
    host: _,
  }) => {
    const widget = widgetOn(page);
    const frame = await widget.open();
    await widget.write("Before");
    await widget.expectSent("Before");
    const unavailable = { status: 503, headers: { "Retry-After": "600" }, json: { code: "unavailable" } };
    await page.route(MESSAGES, (route) =>
      route.request().method() === "POST" ? route.fulfill(unavailable) : route.fallback(),
    );
    await widget.write("Lost and found");
    await expect(frame.getByText("Not sent yet. The chat isn’t available. Your message is saved")).toBeVisible();
    await page.unroute(MESSAGES);
    await frame.getByRole("button", { name: "Try again" }).click();
    await widget.expectSent("Lost and found");
    await expect(frame.getByText("Not sent yet.")).toBeHidden();
    expect(await bodiesInInbox(owner)).toEqual(["Before", "Lost and found"]);
  });

  test("an expired token is replaced, and the same message is sent again", async ({ page, owner, host: _ }) => {
    const widget = widgetOn(page);
    await widget.open();
    await widget.write("With a good token");
    await widget.expectSent("With a good token");
    let requests = 0;
    await page.route(MESSAGES, (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      return route.continue({ headers: { ...route.request().headers(), authorization: "Bearer worn-out" } });
    });
    await widget.write("With a new one");
    await widget.expectSent("With a new one");
    expect(await bodiesInInbox(owner)).toEqual(["With a good token", "With a new one"]);
  });

  test("opening the chat offline says so, and another try opens it", async ({ page, context, host: _ }) => {
    const widget = widgetOn(page);
    await expect(widget.launcher).toBeVisible();
    await context.setOffline(true);
    await widget.launcher.click();
    await expect(page.getByRole("alert")).toHaveText("Couldn’t open. Try again.");
    await context.setOffline(false);
    await widget.launcher.click();
    await expect(widget.composer).toBeVisible();
  });
});
