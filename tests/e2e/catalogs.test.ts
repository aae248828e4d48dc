import type { Page } from "@playwright/test";
import { NewSiteCardResponse } from "#lib/desk/cards/schema.ts";
import { PersonResponse } from "#lib/desk/people/schema.ts";
import { NewIdentitySecretResponse } from "#lib/sites/identity-secrets/schema.ts";
import { SITE_SETTINGS } from "#lib/sites/sites/fields.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner, newOwnerWithSite, newSite, openWidget, patchConversation, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { installPseudoLanguage } from "../support/pseudo-language.ts";
import { startService } from "../support/start-service.ts";
import { sql } from "../support/stored-rows.ts";
import { untranslatedTexts, withoutNames } from "../support/untranslated.ts";
import { newView } from "../support/views.ts";
import { attempted, deliveries, newListeningSite } from "../support/webhooks.ts";

// What people write is in another script, so that nothing of it is taken for ours.
const SITE = { name: "Γωνιακό κατάστημα", welcomeMessage: "Καλημέρα" };
const SECTIONS = [
  "appearance",
  "hours",
  "greetings",
  "questions",
  "install",
  "notifications",
  "closing",
  "identity",
  "webhooks",
  "card",
  "blocking",
  "data",
  "danger",
];
const ANA = { name: "Άννα", email: "ana@example.com" };

test.use({ expectedErrors: [/status of (404|410)|ERR_INTERNET_DISCONNECTED/] });

test.describe("under the pseudo-language, every text of a page comes from a catalog", () => {
  // A service of their own has to start, and many pages to be drawn.
  test.describe.configure({ timeout: 240_000 });
  let service: Awaited<ReturnType<typeof startService>> | undefined;

  test.beforeAll(async () => {
    service = await startService({
      program: "tests/support/pseudo-service.ts",
      settings: {
        PORT: "0",
        HOST: "127.0.0.1",
        DATABASE_URL: testEnvironment.databaseUrl,
        AUTH_SECRET: testEnvironment.authSecret,
        LOG_LEVEL: "warn",
        JOBS: "off",
      },
      log: `test-results/pseudo-language-${test.info().workerIndex}.log`,
    });
  });
  test.afterAll(async () => service?.stop());
  test.beforeEach(({ page }) => page.addInitScript(installPseudoLanguage));

  const goto = (page: Page, path: string) => page.goto(`http://localhost:${service?.port}${path}`);

  async function expectTranslated(page: Page, isData?: (text: string) => boolean): Promise<void> {
    await expect(page.locator("body")).toContainText("⟦");
    expect(await untranslatedTexts(page, isData), page.url()).toEqual([]);
  }

  test("pages before login, the chat page, the demo and the API reference", async ({ page }) => {
    const { site } = await newOwnerWithSite(SITE);
    const paths = [
      "/login",
      "/login?account=deleted",
      "/login?account=reset",
      "/login?account=ended",
      "/signup",
      "/forgot-password",
    ];
    paths.push("/reset-password", "/reset-password#token", "/confirm-email", "/confirm-email#token", "/unsubscribe");
    paths.push(
      "/send-reply",
      "/send-reply#token",
      "/unsubscribe#token",
      "/no/such/page",
      "/chat?site=none",
      `/chat?site=${site.publicKey}#token`,
    );
    paths.push("/demo", "/demo?site=none", `/demo?site=${site.publicKey}`);
    for (const path of paths) {
      await goto(page, path);
      await expectTranslated(page);
    }
    const document = withoutNames(
      textsIn(await (await fetch(`${testEnvironment.baseUrl}/openapi.json`)).json()).join("\n"),
    ).replaceAll(/ {2,}/g, " ");
    await goto(page, "/docs");
    await expectTranslated(page, (text) =>
      text.split(/ \| |, ?/).every((part) => document.includes(withoutQuotes(part))),
    );
  });

  test("the inbox, a conversation with its menus and dialogs, and the keyboard's dialogs", async ({ page }) => {
    const owner = await newOwner();
    await enterDashboard(page, owner);
    await goto(page, "/inbox");
    await expectTranslated(page);
    const site = await newSite(owner, SITE);
    await goto(page, "/inbox");
    await expectTranslated(page);
    await newSite(owner, { ...SITE, name: "Δεύτερο" });
    const { conversationId: id } = await start(await openWidget(site), "Πού είναι η παραγγελία μου;", ANA);
    for (const path of ["/inbox", "/inbox?status=closed", "/inbox?status=spam", "/inbox?q=τίποτα", `/inbox/${id}`]) {
      await goto(page, path);
      await expectTranslated(page);
    }
    await newView(owner, { name: "Δ", filter: { language: "de", page: "/τιμές" } });
    const gone = await newView(owner, { name: "Ω", filter: {} });
    await sql("UPDATE views SET filter = 'weather=rain' WHERE id = $1", [gone.id]);
    for (const path of ["/inbox?language=de&waiting=1d&email=1", "/inbox?status=all&language=de&page=/τιμές"]) {
      await goto(page, path);
      const menus = page.locator("section search summary");
      await expect(menus).toHaveCount(2);
      for (const menu of await menus.all()) {
        await menu.click();
        await expectTranslated(page);
      }
    }
    await page.keyboard.press("Escape");
    await goto(page, `/inbox/${id}`);
    const menu = page.locator("article header summary");
    for (const place of [8, 11, 12]) {
      await menu.click();
      await page
        .locator("article details li")
        .nth(place - 1)
        .getByRole("button")
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectTranslated(page);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectTranslated(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectTranslated(page);
    await page.keyboard.press("Escape");
    await page.getByRole("article").getByRole("textbox").fill("α".repeat(4001));
    await expectTranslated(page);
    await patchConversation(owner, id, { status: "closed" });
    await goto(page, `/inbox/${id}`);
    await expectTranslated(page);
    await patchConversation(owner, id, { spam: true, visitorBlocked: true });
    await goto(page, `/inbox/${id}`);
    await expectTranslated(page);
    await patchConversation(owner, id, { spam: false });
    await goto(page, `/inbox/${id}`);
    await expectTranslated(page);
    await goto(page, "/inbox/00000000-0000-7000-8000-000000000000");
    await expectTranslated(page);
    await page.context().setOffline(true);
    await page.getByRole("navigation").getByRole("link").last().click();
    await expectTranslated(page);
  });

  test("the people, the page of one of them and its dialogs", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite(SITE);
    await newSite(owner, { ...SITE, name: "Δεύτερο" });
    const visitors = [await openWidget(site), await openWidget(site)];
    for (const visitor of visitors) await start(visitor, "Πού είναι η παραγγελία μου;", ANA);
    const [from, into] = visitors.map(({ visitorId }) => visitorId);
    await enterDashboard(page, owner);
    await goto(page, "/waiting");
    const inside = page.url().replace(/\/waiting$/, "");
    await page.goto(`${inside}/people`);
    await expectTranslated(page);
    await page.goto(`${inside}/people?q=τίποτα`);
    await expectTranslated(page);
    await sql("UPDATE visitors SET confirmed_email = email WHERE site_id = $1", [site.id]);
    await page.goto(`${inside}/people/${into}`);
    await expectTranslated(page);
    await ask(PersonResponse, 200, "POST", `/people/${from}/merge`, { token: owner.token, body: { into } });
    await page.reload();
    await expectTranslated(page);
    await page.locator("header button").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectTranslated(page);
    await page.keyboard.press("Escape");
    for (const place of [0, -1]) {
      await page.locator("header summary").click();
      await page.locator("header details li").getByRole("button").nth(place).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectTranslated(page);
      await page.keyboard.press("Escape");
    }
  });

  test("the settings of the account, of sites and of webhooks", async ({ page }) => {
    await using listening = await newListeningSite({ events: ["message.created"] });
    const { owner, site, hook, receiver } = listening;
    await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: SITE });
    await ask(NewIdentitySecretResponse, 201, "POST", `/sites/${site.id}/identity-secret`, {
      token: owner.token,
      body: {},
    });
    const card = { token: owner.token, body: { url: `${receiver.url}/card` } };
    await ask(NewSiteCardResponse, 200, "PUT", `/sites/${site.id}/card`, card);
    await start(await openWidget(site), "Καλημέρα");
    await receiver.receives(1);
    const delivery = (await deliveries(owner, hook))[0]?.id ?? "";
    await attempted(owner, hook, delivery, 1);
    await enterDashboard(page, owner);
    const settings = `/settings/sites/${site.id}`;
    const log = `${settings}/webhooks/${hook.id}`;
    // In the log's filter, the owner's name is an option, which can't have markup in it.
    const isTyped = (text: string) =>
      text === SITE_SETTINGS.welcomeMessage.default || owner.user.email.startsWith(text) || isZone(text);
    for (const path of [
      "/reports",
      "/settings/sites",
      "/settings/sites/new",
      settings,
      ...SECTIONS.map((section) => `${settings}/${section}`),
      `${settings}/install?made`,
      "/settings/labels",
      "/settings/team",
      "/settings/general",
      "/settings/security",
      "/settings/new-workspace",
      "/settings/activity",
      "/settings/deliveries",
      "/settings/saved-replies",
      log,
    ]) {
      await goto(page, path);
      await expectTranslated(page, isTyped);
    }
    await goto(page, `${log}/${delivery}`);
    await expectTranslated(page);
    await goto(page, `${settings}/hours`);
    await page.getByRole("radio").nth(2).check();
    await page.getByRole("radio").nth(1).check();
    await page
      .getByRole("button")
      .filter({ has: page.locator("svg") })
      .last()
      .click();
    await expectTranslated(page, isZone);
    for (const section of ["", "/profile", "/notifications", "/security", "/sessions", "/keys"]) {
      await goto(page, `/settings/account${section}`);
      await expectTranslated(page);
    }
  });
});

/** Whether it's an option of the time zone, such as "Berlin, Europe". */
const isZone = (text: string) =>
  /^[\w -]+, (Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(\/[\w ]+)?$/.test(text);

const withoutQuotes = (text: string) => text.replace(/^"|"$/g, "").replace(/\s+/g, " ");

/** All texts of a JSON document, names of fields too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/\s+/g, " ")];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
