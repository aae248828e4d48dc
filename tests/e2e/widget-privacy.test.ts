import { isDeepStrictEqual } from "node:util";
import { testEnvironment } from "../support/environment.ts";
import { inbox, newOwnerWithSite, reply } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { everyNth, HOSTILE_STRINGS, HOSTILE_TEXTS } from "../support/hostile-strings.ts";
import { watchForHostility } from "../support/hostile-watch.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

test("the page can read neither token nor message (F12)", { tag: "@journey" }, async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const listen = `<script>window.heard = []; addEventListener("message", ({ data, ports }) => heard.push([data, ports.length]));
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...all) { heard.push(all); return post.apply(this, all) };
    const descriptor = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
    Object.defineProperty(MessagePort.prototype, "onmessage", { ...descriptor, set(listener) {
      descriptor.set.call(this, (event) => { heard.push(event.data); listener(event) });
    } });</script>`;
  const host = await startHostSite({ "/": { head: listen + widgetTag(site.publicKey) } });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Between us");
  await widget.expectSent("Between us");
  await expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name), `site-inbox:${site.publicKey}`))
    .toBe("1");

  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, "heard")));
  // Once there's a conversation, the page may learn the number of unread messages, and nothing more.
  const unread = { type: "unread", count: 0, name: "Open chat, 0 new messages" };
  const others = JSON.parse(heard).filter((one: unknown) => !isDeepStrictEqual(one, unread));
  expect(others).toEqual([
    ["site-inbox:hello", 0],
    [{ type: "visible", open: true }],
    // Until then, that there's none.
    { type: "idle" },
    { type: "page" },
    [{ type: "page", url: `${host.origin}/` }],
    { type: "started" },
  ]);
  const reachable = await page.evaluate(() => {
    const frame = document.querySelector("[popover]")?.shadowRoot?.querySelector("iframe");
    return [frame?.contentDocument ?? null, frame?.src, { ...localStorage }, document.cookie];
  });
  const frame = `${testEnvironment.baseUrl}/widget/frame?site=${site.publicKey}&lang=en`;
  expect(reachable).toEqual([null, frame, { [`site-inbox:${site.publicKey}`]: "1" }, ""]);
  await host.close();
});

test("the frame listens only to the window around it, and only on its port (F13)", { tag: "@journey" }, async ({
  page,
}) => {
  const { site, conversations } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  await page.evaluate(() => {
    const frame = document.querySelector("[popover]")?.shadowRoot?.querySelector("iframe");
    const forged = [{ type: "open" }, { type: "send", message: "forged" }, "site-inbox:hello", null, 7];
    for (const data of forged) frame?.contentWindow?.postMessage(data, "*");
    const channel = new MessageChannel();
    frame?.contentWindow?.postMessage("another word", "*", [channel.port2]);
    channel.port1.postMessage({ type: "close" });
    // Strangers send messages to the loader too.
    for (const data of forged) window.postMessage(data, "*");
  });
  await widget.write("Real");
  await widget.expectSent("Real");
  expect((await conversations()).map(({ lastMessagePreview }) => lastMessagePreview)).toEqual(["Real"]);
  await host.close();
});

test("the frame loads nothing on a page that pretends to be another site's (F13)", async ({ request }) => {
  const { site } = await createSiteOfOwner({ domain: "https://www.shop.example/" });
  const response = await request.get(`/widget/frame?site=${site.publicKey}`);
  expect(response.headers()["content-security-policy"]).toContain(
    "frame-ancestors 'self' http://shop.example:* https://shop.example:* http://*.shop.example:* https://*.shop.example:*",
  );
});

test("anything an owner or a visitor writes is shown as text (F2)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const welcomeMessage = HOSTILE_STRINGS.slice(0, 4).join(" ");
  const name = "<img src=x onerror=__xss=1>";
  const { owner, site } = await newOwnerWithSite({ name, welcomeMessage });
  await page.goto(`/demo?site=${site.publicKey}`);
  const widget = widgetOn(page);
  await widget.open();
  await expect(widget.frame.getByRole("heading", { level: 1 })).toHaveText(name);
  const texts = widget.log.locator(".text");
  const typed = everyNth(4, HOSTILE_TEXTS);
  for (const text of typed) {
    await widget.write(text);
    await widget.expectSent(text);
  }
  const [conversation] = await inbox(owner);
  for (const text of HOSTILE_TEXTS) await reply(owner, conversation?.id ?? "", text);
  const all = [welcomeMessage, ...typed, ...HOSTILE_TEXTS];
  await expect(texts).toHaveCount(all.length);
  expect(await texts.allTextContents()).toEqual(all);
  await watch.expectNothing(page);

  await page.reload();
  await widget.open();
  await expect(texts.last()).toHaveText(HOSTILE_TEXTS.at(-1) ?? "");
  const shown = await texts.allTextContents();
  expect(shown).toEqual(all.slice(-shown.length));
  await expect(widget.log.locator("img, iframe, script, style, base, meta, form, svg:not(.icon)")).toHaveCount(0);
  for (const link of await widget.log.locator("a").all()) expect(await link.getAttribute("href")).toMatch(/^https?:/);
  await watch.expectNothing(page);
});
