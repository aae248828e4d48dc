import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { BROWSER_ARGUMENTS } from "../support/browser.ts";
import { enterDashboard, inside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { installedProgram } from "../support/installed-program.ts";
import { newSubscription } from "../support/push-subscription.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const program = installedProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

/** Puts a push service's subscription in the place of the browser's own, which would need a connection to one. */
function subscribeWith(given: { endpoint: string; keys: { p256dh: string; auth: string } }): void {
  const NAME = "test-subscription";
  const fromBase64url = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.codePointAt(0) ?? 0);
  const current = () => {
    const key = localStorage.getItem(NAME);
    if (key === null) return null;
    return {
      ...given,
      options: { applicationServerKey: fromBase64url(key).buffer },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(NAME);
        return true;
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(NAME, applicationServerKey);
      return current();
    },
  });
}

/** Delivers a push message to the page's service worker, as a push service would. */
async function pushTo(context: BrowserContext, page: Page) {
  const devTools = await context.newCDPSession(page);
  const registrations: string[] = [];
  devTools.on("ServiceWorker.workerRegistrationUpdated", (event) =>
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId)),
  );
  await devTools.send("ServiceWorker.enable");
  const origin = testEnvironment.baseUrl;
  return async (data: string) => {
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    await devTools.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId: registrations.at(-1) ?? "",
      data,
    });
  };
}

/** In a service worker: clicks one of its notifications. */
async function clickNotification(tag: string): Promise<void> {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
  const [notification] = await registration.getNotifications({ tag });
  const Click = Reflect.get(globalThis, "NotificationEvent") as new (type: string, init: object) => Event;
  dispatchEvent(new Click("notificationclick", { notification }));
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    return (await (await ready).getNotifications()).map(({ title, body }) => ({ title, body }));
  });

test("in Chromium with notifications, a visitor's message shows one notification that opens the conversation, until the owner logs out", async () => {
  test.skip(program === undefined, "Chromium with notifications isn't installed");
  const { baseUrl } = testEnvironment;
  await using service = await startReceiver((_, response) => response.writeHead(201).end());
  const { decrypt, ...subscription } = newSubscription(`${service.url}/send/1`);
  const browser = await chromium.launch({ executablePath: program ?? "", args: BROWSER_ARGUMENTS });
  const context = await browser.newContext({ baseURL: baseUrl });
  await context.grantPermissions(["notifications"], { origin: baseUrl });
  await context.addInitScript(subscribeWith, subscription);
  const page = await context.newPage();
  const push = await pushTo(context, page);

  const { owner, site } = await newOwnerWithSite({ name: "Kiln Street" });
  await enterDashboard(page, owner);
  const started = context.waitForEvent("serviceworker");
  await page.goto("/settings/account/notifications");
  const worker = await started;
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(page.getByText("Notifications are on.")).toBeVisible();
  const device = page.getByRole("list", { name: "Your devices" }).getByRole("listitem");
  await expect(device).toContainText(/Chrome on \w+This device · nothing sent yet/);

  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Is the blue one in stock?", { name: "Grace" });
  const [received] = await service.receives(1);
  const message = decrypt(received?.bytes ?? Buffer.alloc(0));
  // Delivered twice, as push services may: the second replaces the first.
  for (const data of [message, message]) {
    await push(data);
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: "Grace on Kiln Street", body: "Is the blue one in stock?" }]);
  }
  await expect(async () => {
    await page.reload();
    await expect(device).toContainText(/last delivered (just )?now · last shown (just )?now/, { timeout: 1_000 });
  }).toPass();
  // What the developer tools deliver while a page loads may be lost. Another one replaces it.
  await expect(async () => {
    await push("no JSON {");
    expect((await shown(page)).map(({ title }) => title).sort()).toEqual(["Grace on Kiln Street", "New message"]);
  }).toPass();

  const click = (tag: string) => worker.evaluate(clickNotification, tag);
  await click(`conversation-${conversationId}`);
  await expect(page).toHaveURL(inside(`/inbox/${conversationId}`));
  expect(await shown(page)).toEqual([{ title: "New message", body: "Site Inbox" }]);

  await page.goto("/waiting");
  await start(visitor, "And the red one?");
  await expect(async () => {
    await push(message);
    expect(await shown(page)).toHaveLength(2);
  }).toPass();
  const read = { token: owner.token, body: {} };
  expect((await send("POST", `/conversations/${conversationId}/read`, read)).status).toBe(200);
  await expect.poll(() => shown(page)).toEqual([{ title: "New message", body: "Site Inbox" }]);
  // The page closes it once more if it learns of the reading twice.
  await expect(async () => {
    await push(message);
    expect(await shown(page)).toHaveLength(2);
  }).toPass();
  // It was read before this page was opened.
  await page.reload();
  await expect.poll(() => shown(page)).toEqual([{ title: "New message", body: "Site Inbox" }]);

  // The app was installed at another address than the service has by now: a click stays within it.
  const elsewhere = { title: "Moved", body: "", tag: "moved", navigate: "https://elsewhere.example/inbox/1" };
  await push(JSON.stringify({ notification: elsewhere }));
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toContain("Moved");
  await click("moved");
  await expect(page).toHaveURL(inside("/inbox"));

  // Another key, as after a lost secret: the browser subscribes again when the app is opened.
  const KEY = "test-subscription";
  const keyOfBrowser = () => page.evaluate((name) => localStorage.getItem(name), KEY);
  const key = await keyOfBrowser();
  await page.evaluate((name) => localStorage.setItem(name, `B${"A".repeat(86)}`), KEY);
  await page.reload();
  await expect.poll(keyOfBrowser).toBe(key);

  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("test-subscription"))).toBeNull();
  await browser.close();
});
