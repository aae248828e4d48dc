import type { Page } from "@playwright/test";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { shortDomain } from "#lib/sites/sites/domain.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, newOwnerInside } from "../support/dashboard-page.ts";
import { logIn, newEmail, newOwner, newSite } from "../support/factories.ts";
import { everyNth, HOSTILE_STRINGS, upTo } from "../support/hostile-strings.ts";
import { watchForHostility } from "../support/hostile-watch.ts";
import { expect, test } from "../support/page-test.ts";
import { parsePages } from "../support/parsed-pages.ts";
import { widgetOn } from "../support/widget-page.ts";

const NAMES = upTo(80);
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** An owner with a site for each text, which is its name, its domain and its welcome message. */
async function hostileSites(texts = NAMES) {
  const owner = await newOwner();
  const sites = [];
  for (const text of texts) sites.push(await newSite(owner, { name: text, domain: text, welcomeMessage: text }));
  return { owner, sites };
}

test("the form sends a site's name, domain and welcome message as plain text (F1, F2)", async ({ page }) => {
  const { owner, sites } = await hostileSites();
  const paths = sites.map(({ id }) => `/settings/sites/${id}/appearance`);
  const [list, ...settings] = await parsePages(page, ["/settings/sites", ...paths], owner.token);
  expect(list?.isolated).toEqual(NAMES.flatMap((text) => [oneLine(text), oneLine(shortDomain(text))]));
  expect(list?.strays).toEqual([]);
  for (const [at, { title, heading, values, strays, isolated, paragraphs }] of settings.entries()) {
    const { name = "" } = sites[at] ?? {};
    expect([title, heading, strays]).toEqual([oneLine(`Appearance · ${name} · Site Inbox`), "Appearance", []]);
    expect(values.filter((value) => value === name).length).toBe(shortDomain(name) === name ? 3 : 2);
    expect(values).toContain(shortDomain(name));
    expect(isolated.filter((text) => text === oneLine(name)).length).toBeGreaterThanOrEqual(3);
    expect(paragraphs).toEqual([name, name]);
  }
  const frames = await parsePages(
    page,
    sites.flatMap(({ publicKey }) => [`/widget/frame?site=${publicKey}`]),
  );
  expect(frames.map(({ title, strays }) => [title, strays])).toEqual(NAMES.map((text) => [oneLine(text), []]));
});

test("a site's settings are shown as text, and its deletion asks by its name (F1)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const { owner, sites } = await hostileSites(everyNth(8, NAMES));
  await enterDashboard(page, owner);
  for (const { id, name } of sites) {
    await page.goto(`/settings/sites/${id}/appearance`);
    const names = page
      .getByRole("figure")
      .locator("bdi")
      .filter({ hasText: oneLine(name) });
    await expect(names).toHaveText([oneLine(name), oneLine(name)]);
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Danger zone" }).click();
    await page.getByRole("button", { name: "Delete site" }).click();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(oneLine(`Delete ${name}?`));
    await watch.expectNothing(page);
  }
});

/** Types each text into a field, and reads what that makes of an element. */
const typeEach = (page: Page, field: string, texts: readonly string[], shown: string) =>
  page.locator(field).evaluate(
    async (input, { texts, shown }) => {
      const read: (string | null | undefined)[] = [];
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value") ?? {};
      for (const text of texts) {
        set?.call(input, text);
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
        read.push(document.querySelector(shown)?.textContent);
      }
      return read;
    },
    { texts, shown },
  );

test("the widget's preview shows what is typed into a site's form as text (F2)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  await newOwnerInside(page);
  await page.goto("/settings/sites/new");
  await expect(async () => {
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await expect(page.getByRole("figure").locator("bdi").first()).toHaveText("Shop", { timeout: 200 });
  }).toPass();
  expect(await typeEach(page, "[name=name]", HOSTILE_STRINGS, "figure bdi")).toEqual(HOSTILE_STRINGS);
  expect(await typeEach(page, "[name=welcomeMessage]", HOSTILE_STRINGS, "figure p[dir=auto]")).toEqual(HOSTILE_STRINGS);
  for (const field of ["domain", "accentColor"]) await typeEach(page, `[name=${field}]`, HOSTILE_STRINGS, "figure");
  await watch.expectNothing(page);
});

test("the widget and the demo page show a site's name and welcome message as they were written (F2)", {
  tag: "@journey",
}, async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const { sites } = await hostileSites(everyNth(4, NAMES));
  for (const { name, publicKey } of sites) {
    await page.goto(`/widget/frame?site=${publicKey}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(oneLine(name));
    expect(await page.locator(".text").allTextContents()).toEqual([name]);
    expect(await page.evaluate(() => Reflect.get(window, "__xss"))).toBeUndefined();
  }
  for (const { name, publicKey } of sites.filter((_, at) => at % 5 === 0)) {
    await page.goto(`/demo?site=${publicKey}`);
    const widget = widgetOn(page);
    await widget.open();
    await expect(widget.frame.getByRole("heading", { level: 1 })).toHaveText(oneLine(name));
  }
  await watch.expectNothing(page);
});

test("an owner's name and their sessions' devices are shown as text (F1)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const owner = await newOwnerInside(page);
  const devices = everyNth(4, HOSTILE_STRINGS).filter((one) => /^[\x20-\x7e]+$/.test(one));
  for (const text of devices) await logIn(owner, { headers: { "User-Agent": text, Referer: text } });
  await page.goto("/settings/account/sessions");
  const sessions = page.getByRole("list", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(devices.length + 1);
  await page.goto("/settings/account/profile");
  const name = page.getByLabel("Name", { exact: true });
  for (const text of everyNth(8, NAMES)) {
    await name.fill(text);
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    expect(AccountResponse.parse(await (await saved).json()).user.name).toBe(text);
    await expect(name).toHaveValue(text);
  }
  await watch.expectNothing(page);
  for (const text of NAMES) {
    await ask(AccountResponse, 200, "PATCH", "/account", { token: owner.token, body: { name: text } });
    const [account] = await parsePages(page, ["/settings/account/profile"], owner.token);
    expect(account?.values).toContain(text);
    expect(account?.strays).toEqual([]);
  }
});

test.describe("rejected input", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("appears in the sign-up form as it was typed (F1)", async ({ page, context }) => {
    const watch = await watchForHostility(context);
    await page.goto("/signup", { waitUntil: "networkidle" });
    for (const text of everyNth(5)) {
      await page.getByLabel("Name").fill(text);
      await page.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Password").fill("short");
      const refused = page.waitForResponse((response) => response.url().endsWith("/auth/register"));
      const submit = page.getByRole("button", { name: "Create account" });
      await submit.click();
      expect((await refused).status()).toBe(400);
      // From then on the form shows this response, and nothing of it is still to come.
      await expect(submit).toBeEnabled();
      await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Name")).toHaveValue(text);
    }
    await watch.expectNothing(page);
  });
});
