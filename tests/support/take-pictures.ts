import { writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "./browser.ts";
import { widgetOn } from "./widget-page.ts";

/*
 * Takes the README's pictures of a running service with the demo account:
 * npm start, npm run db:seed, then npm run pictures -- PASSWORD
 */

const [password, baseUrl = "http://localhost:3000"] = process.argv.slice(2);
if (!password) throw new Error("usage: npm run pictures -- PASSWORD [BASE_URL], with the password of npm run db:seed");

const DEMO_EMAIL = "demo@example.com";
const INBOX = { width: 1280, height: 800 };
const SHOP = { width: 1180, height: 760 };
const WEBP_QUALITY = 88;

// A time zone where it's the afternoon, whenever the pictures are taken. Etc/GMT-5 is five hours ahead of UTC.
const hoursAhead = ((16 - new Date().getUTCHours() + 36) % 24) - 12;
const timezoneId = `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;

const openPage = (browser: Browser, viewport: { width: number; height: number }) =>
  browser.newPage({ baseURL: baseUrl, viewport, timezoneId, locale: "en-US", reducedMotion: "reduce" });

// Twice the size, for sharp displays. Chromium writes WebP, which Playwright has no option for.
async function takePicture(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, scale: 2, ...(page.viewportSize() ?? INBOX) };
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: WEBP_QUALITY, clip });
  writeFileSync(path, Buffer.from(data, "base64"));
}

async function callApi<T>(method: string, path: string, token: string | null, body?: object): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as T;
}

type Listed = { conversations: { id: string; visitorName?: string }[] };

async function pictureWidget(browser: Browser, token: string): Promise<void> {
  const { sites } = await callApi<{ sites: { name: string; publicKey: string }[] }>("GET", "/sites", token);
  const pottery = sites.find(({ name }) => name === "Linden Pottery");
  const page = await openPage(browser, SHOP);
  await page.goto(`/demo?site=${pottery?.publicKey}`);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Hi! Does the tall vase come in moss green?");
  await widget.expectSent("moss green");
  const { conversations } = await callApi<Listed>("GET", "/conversations?limit=1", token);
  const reply = { message: "It does! The next firing is on Friday, and I’ll keep one for you." };
  await callApi("POST", `/conversations/${conversations[0]?.id}/messages`, token, reply);
  await widget.log.getByText(reply.message).waitFor();
  await widget.write("Wonderful, thank you 🌿");
  await widget.expectSent("Wonderful");
  await callApi("POST", `/conversations/${conversations[0]?.id}/read`, token, {});
  await widget.frame.getByText("Seen").last().waitFor();
  await widget.composer.blur();
  await takePicture(page, "docs/images/widget.webp");
}

async function pictureInbox(browser: Browser, token: string): Promise<void> {
  const page = await openPage(browser, INBOX);
  await page.goto("/login");
  await page.getByLabel("Email").fill(DEMO_EMAIL);
  await page.getByLabel("Password").fill(password ?? "");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/inbox");
  const { conversations } = await callApi<Listed>("GET", "/conversations", token);
  const shown = conversations.find(({ visitorName }) => visitorName === "Aoife Brennan");
  const reply = { message: "Then the large it is. We have one in slate; shall I put it aside for you?" };
  await callApi("POST", `/conversations/${shown?.id}/messages`, token, reply);
  await page.goto(`/inbox/${shown?.id}`);
  await page.getByRole("heading", { level: 1, name: "Aoife Brennan" }).waitFor();
  await page.mouse.move(INBOX.width / 2, INBOX.height - 200);
  await takePicture(page, "docs/images/inbox.webp");
}

const executablePath = await findBrowser(new AbortController().signal);
const browser = await chromium.launch({ args: BROWSER_ARGUMENTS, ...(executablePath && { executablePath }) });
try {
  const { token } = await callApi<{ token: string }>("POST", "/auth/login", null, { email: DEMO_EMAIL, password });
  await pictureInbox(browser, token);
  await pictureWidget(browser, token);
} finally {
  await browser.close();
}
