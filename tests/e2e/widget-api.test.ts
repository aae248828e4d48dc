import type { Page } from "@playwright/test";
import { type HostPage, type HostSite, STUB, startHostSite, widgetTag } from "../support/host-page.ts";
import { test as base, expect } from "../support/page-test.ts";
import { createSiteOfOwner, type SiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

type Fixtures = { owner: SiteOfOwner; open: (write: (tag: string) => HostPage) => Promise<HostSite> };

const test = base.extend<Fixtures>({
  owner: async ({ baseURL: _ }, use) => use(await createSiteOfOwner()),
  open: async ({ page, owner }, use) => {
    const hosts: HostSite[] = [];
    await use(async (write) => {
      const host = await startHostSite({ "/": write(widgetTag(owner.site.publicKey)) });
      hosts.push(host);
      await page.goto(host.neighbor);
      return host;
    });
    for (const host of hosts) await host.close();
  },
});

const call = (page: Page, ...values: unknown[]) =>
  page.evaluate((all) => window.SiteInbox?.(...(all as [string])), values);
const heard = (page: Page) => page.evaluate(() => Reflect.get(window, "heard"));
const flagOf = (page: Page, { site }: SiteOfOwner) =>
  page.evaluate((key) => localStorage.getItem(`site-inbox:${key}`), site.publicKey);

test("calls made before the script has loaded are run", async ({ page, open }) => {
  await open((tag) => ({
    head: `${STUB}<script>heard = [];
      SiteInbox("on", "ready", () => heard.push("ready"));
      SiteInbox("on", "open", () => heard.push("open"));
      SiteInbox("open");</script>${tag}`,
  }));
  await expect(widgetOn(page).composer).toBeFocused();
  expect(await heard(page)).toEqual(["ready", "open"]);
});

test("the widget opens, closes and toggles, and reports each change once", { tag: "@journey" }, async ({
  page,
  open,
}) => {
  await open((tag) => ({ head: STUB + tag }));
  const widget = widgetOn(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(window, "heard", heard);
    for (const event of ["open", "close"]) window.SiteInbox?.("on", event, () => heard.push(event));
  });
  await call(page, "close");
  await call(page, "open");
  await call(page, "open");
  await expect(widget.composer).toBeVisible();
  await call(page, "close");
  await expect(widget.composer).toBeHidden();
  await call(page, "toggle");
  await expect(widget.composer).toBeVisible();
  await call(page, "toggle");
  await expect(widget.composer).toBeHidden();
  expect(await heard(page)).toEqual(["open", "close", "open", "close"]);
});

test("a listener that is added late hears that it's ready, and one that was removed hears nothing", async ({
  page,
  open,
}) => {
  await open((tag) => ({ head: STUB + tag }));
  await expect(widgetOn(page).launcher).toBeVisible();
  await page.evaluate(() => {
    const heard: string[] = [];
    Reflect.set(window, "heard", heard);
    const one = () => heard.push("one");
    const two = () => heard.push("two");
    window.SiteInbox?.("on", "ready", () => heard.push("ready"));
    window.SiteInbox?.("on", "open", one);
    window.SiteInbox?.("on", "open", two);
    window.SiteInbox?.("off", "open", one);
    window.SiteInbox?.("on", "close", one);
    window.SiteInbox?.("off", "close");
  });
  await widgetOn(page).open();
  await page.keyboard.press("Escape");
  await expect(widgetOn(page).launcher).toBeFocused();
  expect(await heard(page)).toEqual(["ready", "two"]);
});

test.describe("with a handler that throws", () => {
  test.use({ expectedErrors: [/uncaught: mine/] });

  test("the widget goes on, and calls the others", async ({ page, open }) => {
    await open((tag) => ({ head: STUB + tag }));
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, "heard", heard);
      const broken = () => {
        throw new Error("mine");
      };
      for (const event of ["ready", "open"]) window.SiteInbox?.("on", event, broken);
      window.SiteInbox?.("on", "open", () => heard.push("open"));
    });
    await widgetOn(page).open();
    expect(await heard(page)).toEqual(["open"]);
  });
});

test("an unknown call gets a warning, and nothing throws", async ({ page, open }) => {
  const warnings: string[] = [];
  page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
  await open((tag) => ({ head: STUB + tag }));
  await expect(widgetOn(page).launcher).toBeVisible();
  for (const command of ["opne", "constructor", "__proto__", "", undefined, null, 7, {}, []]) await call(page, command);
  await call(page, "on", "opened");
  await call(page, "off", "opened");
  await widgetOn(page).open();
  expect(warnings).toHaveLength(10);
  for (const text of warnings) expect(text).toMatch(/^Site Inbox: no (command|event) ".*"\.$/);
});

test("what the page knows of its visitor is sent with the next message", { tag: "@journey" }, async ({
  page,
  owner,
  open,
}) => {
  await open((tag) => ({
    head: `${STUB}<script>
      SiteInbox("identify", { id: "customer-7", name: "Ana Öztürk", email: "ana@shop.example", plan: "gold" });
    </script>${tag}`,
  }));
  const widget = widgetOn(page);
  await widget.open();
  await expect(widget.frame.getByRole("button", { name: "Ana Öztürk, ana@shop.example" })).toBeVisible();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  expect(await owner.conversations()).toMatchObject([
    { visitorExternalId: "customer-7", visitorName: "Ana Öztürk", visitorEmail: "ana@shop.example" },
  ]);

  await call(page, "identify", { id: "customer-8", name: "Ana Ö." });
  await widget.write("Once more");
  await widget.expectSent("Once more");
  expect(await owner.conversations()).toMatchObject([{ visitorExternalId: "customer-8", visitorName: "Ana Ö." }]);
});

test("invalid visitor details are left out with a warning, and no message is lost", async ({ page, owner, open }) => {
  const warnings: string[] = [];
  page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
  await open((tag) => ({ head: STUB + tag }));
  const widget = widgetOn(page);
  await widget.open();
  await call(page, "identify", { id: "a\u202Eb", name: "x".repeat(81), email: "ana@" });
  await call(page, "identify", "ana");
  await widget.write("Hello");
  await widget.expectSent("Hello");
  expect(warnings).toEqual(
    ["id", "name", "email", "visitor"].map(
      (name) => `Site Inbox: the ${name} given to identify cannot be used and is left out.`,
    ),
  );
  const [conversation] = await owner.conversations();
  expect(conversation?.visitorExternalId).toBeUndefined();
  expect(conversation?.visitorName).toBeUndefined();
});

test("what the visitor typed stays when the page repeats its own details", async ({ page, open }) => {
  await open((tag) => ({ head: `${STUB}<script>SiteInbox("identify", { name: "A. Öztürk" })</script>${tag}` }));
  const widget = widgetOn(page);
  const frame = await widget.open();
  await frame.getByRole("button", { name: "A. Öztürk" }).click();
  await frame.getByLabel("Name").fill("Ana");
  await page.reload();
  await widget.open();
  await expect(frame.getByRole("button", { name: "Ana", exact: true })).toBeVisible();
});

test("logout forgets the visitor, with everything they sent or hadn't sent yet", async ({ page, owner, open }) => {
  const host = await open((tag) => ({ head: STUB + tag }));
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("From the first visitor");
  await widget.expectSent("From the first visitor");
  await widget.composer.fill("Half a secret");
  await expect.poll(() => flagOf(page, owner)).toBe("1");

  await call(page, "logout");
  await expect(widget.composer).toBeHidden();
  await expect.poll(() => flagOf(page, owner)).toBeNull();
  await expect(page.locator("iframe")).toHaveCount(0);

  await widget.open();
  await expect(widget.composer).toHaveValue("");
  await expect(widget.log).not.toContainText("From the first visitor");
  await widget.write("From the second visitor");
  await widget.expectSent("From the second visitor");
  expect((await owner.conversations()).map(({ lastMessagePreview }) => lastMessagePreview)).toEqual([
    "From the second visitor",
    "From the first visitor",
  ]);

  // On a page where the chat was never opened, too.
  await page.goto(`${host.neighbor}/?again`);
  await expect(widget.launcher).toBeVisible();
  await call(page, "logout");
  await expect.poll(() => flagOf(page, owner)).toBeNull();
  await widget.open();
  await expect(widget.log).not.toContainText("From the second visitor");
});

test.describe("offline", () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test("a visitor who couldn't be forgotten at logout is forgotten on the next page", async ({
    page,
    context,
    owner,
    open,
  }) => {
    const host = await open((tag) => ({ head: STUB + tag }));
    const widget = widgetOn(page);
    await widget.open();
    await widget.write("Before the logout");
    await widget.expectSent("Before the logout");
    // The idle visitor's frame must not come before the network goes.
    await page.evaluate((key) => localStorage.removeItem(`site-inbox:${key}`), owner.site.publicKey);
    await page.goto(`${host.neighbor}/?again`);
    await expect(widget.launcher).toBeVisible();
    await context.setOffline(true);
    const failed = page.waitForEvent("requestfailed");
    await call(page, "logout");
    await failed;
    expect(await flagOf(page, owner)).toBe("0");
    await expect(page.getByRole("alert")).toHaveCount(0);

    await context.setOffline(false);
    await page.goto(`${host.neighbor}/?online`);
    await expect.poll(() => flagOf(page, owner)).toBeNull();
    await widget.open();
    await expect(widget.log).not.toContainText("Before the logout");
  });
});

test("the panel preloads invisibly for a returning visitor when the page is idle: no focus, scrolling or sound", async ({
  page,
  owner,
  open,
}) => {
  await open((tag) => ({ head: STUB + tag, body: "<h1>A shop</h1><input id=search><p style='height:3000px'></p>" }));
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("I will be back");
  await widget.expectSent("I will be back");
  await page.reload();
  await page.locator("#search").focus();
  await page.evaluate(() => scrollTo(0, 200));
  await expect(widget.frame.locator(".message.sent")).toContainText("I will be back");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator("#search")).toBeFocused();
  await expect(widget.launcher).toHaveAttribute("aria-expanded", "false");
  expect(await page.evaluate(() => scrollY)).toBe(200);
  expect(await page.title()).toBe("A shop");
  await expect.poll(() => flagOf(page, owner)).toBe("1");
  await widget.open();
  await expect(widget.log).toContainText("I will be back");
});

test("the panel preloads once if the browser keeps nothing for the frame", async ({ page, owner, open }) => {
  const host = await open((tag) => ({ head: STUB + tag }));
  // On this other site the browser keeps no storage for the frame.
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Remember me");
  await widget.expectSent("Remember me");
  await expect.poll(() => flagOf(page, owner)).toBe("1");
  await page.goto(`${host.origin}/?again`);
  await expect.poll(() => flagOf(page, owner)).toBeNull();
  await expect(page.locator("iframe")).toHaveCount(0);
  await widget.open();
});
