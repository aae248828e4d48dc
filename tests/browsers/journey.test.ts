import { mkdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { ReadPositionsResponse } from "#lib/desk/conversations/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask } from "../support/api-client.ts";
import {
  click,
  type DrivenBrowser,
  type DrivenTab,
  fill,
  first,
  LAUNCHER,
  until,
  untilInChat,
  untilText,
} from "../support/driven-browser.ts";
import { testEnvironment } from "../support/environment.ts";
import { inbox, newEmail, newOwnerWithSite, PASSWORD, reply } from "../support/factories.ts";
import { startFirefox, whyNoFirefox } from "../support/firefox.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { startWebKit, whyNoWebKit } from "../support/webkit.ts";

/** Opens the chat with the button, and waits until there's somewhere to type. */
async function openChat(visitor: DrivenTab): Promise<void> {
  await click(visitor, LAUNCHER);
  await untilInChat(visitor, `${first("textarea")}.getBoundingClientRect().height > 0`);
}

const WRITE_HELLO = `(() => {
  const composer = document.querySelector("textarea");
  composer.value = "Hello";
  composer.dispatchEvent(new Event("input", { bubbles: true }));
  setTimeout(() => composer.form.requestSubmit());
})()`;

function newFolder(): string {
  const folder = test.info().outputPath("home");
  mkdirSync(folder, { recursive: true });
  return folder;
}

const button = (text: string) =>
  `[...document.querySelectorAll("button")].find((node) => node.checkVisibility() && node.innerText.includes(${JSON.stringify(text)}))`;

const sent = (text: string) =>
  `[...document.querySelectorAll(".message.sent")].some((node) => node.innerText.includes(${JSON.stringify(text)}))`;

/** An owner signs up and logs in, a visitor writes, the owner replies, and the visitor finds it all again after a reload. */
async function chatFromSignUpToReply(browser: DrivenBrowser): Promise<void> {
  const { baseUrl } = testEnvironment;
  const email = newEmail();
  const owner = await browser.newTab();
  await owner.goto(`${baseUrl}/signup`);
  await fill(owner, "input[name=name]", "Mara Lind");
  await fill(owner, "input[name=email]", email);
  await fill(owner, "input[name=password]", `${PASSWORD}\n`);
  await until(owner, "location.pathname.endsWith('/settings/sites/new')");
  await owner.goto(`${baseUrl}/settings/account`);
  await click(owner, button("Log out"));
  await until(owner, "location.pathname === '/login'");
  await fill(owner, "input[name=email]", email);
  await fill(owner, "input[name=password]", `${PASSWORD}\n`);
  await until(owner, "location.pathname.endsWith('/inbox')");

  const { token } = await ask(SessionResponse, 200, "POST", "/auth/login", { body: { email, password: PASSWORD } });
  const { site } = await ask(SiteResponse, 201, "POST", "/sites", { token, body: { name: "Kiln Street" } });
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
  const visitor = await browser.newTab();
  await visitor.goto(host.origin);
  await openChat(visitor);
  // Nothing is clicked in the chat: the first key reaches the composer.
  await visitor.type("Do you ship to Norway?\n");
  await untilInChat(visitor, sent("Do you ship to Norway?"));

  await owner.goto(`${baseUrl}/inbox`);
  await until(owner, untilText("Do you ship to Norway?"));
  await click(owner, first("main a[href*='/inbox/']"));
  await fill(owner, "main textarea", "We do\n");
  await untilInChat(visitor, untilText("We do"));

  await visitor.goto(host.origin);
  await openChat(visitor);
  await untilInChat(visitor, `${untilText("Do you ship to Norway?")} && ${untilText("We do")}`);
  await host.close();
}

test("in Firefox, an owner and a visitor of another site's page chat, and a reload loses nothing", async () => {
  test.skip(whyNoFirefox !== undefined, whyNoFirefox);
  await using firefox = await startFirefox({ profile: newFolder() });
  await chatFromSignUpToReply(firefox);
});

test("in WebKitGTK with the locale C, an owner and a visitor of another site's page chat, and a reload loses nothing", async () => {
  test.skip(whyNoWebKit !== undefined, whyNoWebKit);
  await using webkit = await startWebKit(newFolder());
  const tab = await webkit.newTab();
  expect(await tab.evaluate("navigator.language")).toBe("C");
  await chatFromSignUpToReply(webkit);
});

const DROP_PHOTO = `(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
  canvas.getContext("2d").fillRect(0, 0, 80, 120);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([blob], "IMG_0042.jpg", { type: "image/jpeg" }));
  document.querySelector("textarea").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
})()`;

test("in Firefox, a visitor's first message has a photo, on a page with a strict policy, and its owner sees it live", async () => {
  test.skip(whyNoFirefox !== undefined, whyNoFirefox);
  const { baseUrl } = testEnvironment;
  const { owner, site } = await newOwnerWithSite();
  const csp = `default-src 'none'; script-src ${baseUrl}; frame-src ${baseUrl}; require-trusted-types-for 'script'`;
  const host = await startHostSite({ "/": { csp, head: widgetTag(site.publicKey) } });
  await using firefox = await startFirefox({ profile: newFolder() });
  const dashboard = await firefox.newTab();
  await dashboard.goto(`${baseUrl}/login`);
  await fill(dashboard, "input[name=email]", owner.user.email);
  await fill(dashboard, "input[name=password]", `${PASSWORD}\n`);
  await until(dashboard, "location.pathname.endsWith('/inbox')");

  const visitor = await firefox.newTab();
  await visitor.goto(host.origin);
  await openChat(visitor);
  await visitor.type("Like this one");
  await untilInChat(visitor, `${first("[aria-label='Attach files']")} !== null`);
  await visitor.evaluateInChat(DROP_PHOTO);
  await untilInChat(visitor, `document.querySelector(".tray")?.innerText.includes("kB")`);
  await visitor.type("\n");
  await untilInChat(visitor, `${sent("Like this one")} && ${first(".message.sent img")}?.naturalHeight === 120`);

  await click(dashboard, first("main a[href*='/inbox/']"));
  await until(dashboard, `${first("img[alt='Picture: IMG_0042.jpg']")}?.naturalHeight === 120`);
  await host.close();
});

test("in Firefox, going back restores a page whose chat was used, and its stream", async () => {
  test.skip(whyNoFirefox !== undefined, whyNoFirefox);
  const { owner, site } = await newOwnerWithSite();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) }, "/next": { latencyMs: 500 } });
  await using firefox = await startFirefox({ profile: newFolder(), isolatesSites: true });
  const visitor = await firefox.newTab();
  await visitor.goto(host.origin);
  await openChat(visitor);
  await visitor.evaluateInChat(WRITE_HELLO);
  await untilInChat(visitor, sent("Hello"));
  // Firefox keeps no page that still loads something; once a reply has arrived and been read, nothing does.
  const [started] = await inbox(owner);
  const { seq } = await reply(owner, started?.id ?? "", "Hello to you");
  await untilInChat(visitor, untilText("Hello to you"));
  const visitorHasRead = async () => {
    const path = `/conversations/${started?.id}/read`;
    return (await ask(ReadPositionsResponse, 200, "GET", path, { token: owner.token })).read.visitor;
  };
  await expect.poll(visitorHasRead).toBe(seq);
  await visitor.evaluate("window.heard = 0, SiteInbox('on', 'message', () => window.heard++)");
  await visitor.goto(`${host.origin}/next`);
  await visitor.evaluate("setTimeout(() => history.back())");
  await until(visitor, "location.pathname === '/' && window.heard === 0");
  await reply(owner, started?.id ?? "", "Welcome back");
  await until(visitor, "window.heard === 1");
  await host.close();
});
