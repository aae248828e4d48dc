import { isDeepStrictEqual } from "node:util";
import { testEnvironment } from "../support/environment.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

test("shows the page it is on neither token nor message (F12)", async ({ page }) => {
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

  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, "heard")));
  // Once there is a conversation the number of unread messages may be told, and nothing more with it.
  const unread = { type: "unread", count: 0, name: "Open chat, 0 new messages" };
  const others = JSON.parse(heard).filter((one: unknown) => !isDeepStrictEqual(one, unread));
  expect(others).toEqual([
    ["site-inbox:hello", 0],
    [{ type: "visible", open: true }],
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

test("listens to the window around it alone, and to nothing but its port there (F13)", async ({ page }) => {
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
    // The loader, too, is told things by strangers.
    for (const data of forged) window.postMessage(data, "*");
  });
  await widget.write("Real");
  await widget.expectSent("Real");
  expect((await conversations()).map(({ lastMessagePreview }) => lastMessagePreview)).toEqual(["Real"]);
  await host.close();
});

test("loads nothing into the frame of a page that pretends to be another site's (F13)", async ({ request }) => {
  const { site } = await createSiteOfOwner({ domain: "https://www.shop.example/" });
  const answer = await request.get(`/widget/frame?site=${site.publicKey}`);
  expect(answer.headers()["content-security-policy"]).toContain(
    "frame-ancestors 'self' http://shop.example:* https://shop.example:* http://*.shop.example:* https://*.shop.example:*",
  );
});

const CORPUS = [
  "<script>__xss=1</script>",
  "<img src=x onerror=__xss=1>",
  `"><svg/onload=__xss=1>`,
  "' onmouseover=__xss=1 '",
  "</textarea><script>__xss=1</script>",
  "</main></script><script>__xss=1</script>",
  "<!--",
  "]]>",
  "<iframe src=javascript:__xss=1>",
  "<a href=javascript:__xss=1>x</a>",
  "<math><mtext><table><mglyph><style><img src onerror=__xss=1>",
  "{{constructor.constructor('__xss=1')()}}",
  `$${"{__xss=1}"}`,
  "<%= 1 %>",
  "&lt;img src=x onerror=__xss=1&gt;",
  "\uFF1Cscript\uFF1E",
  "a\u2028b",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content=0>",
  "__proto__",
];

test("shows as text whatever an owner or a visitor writes", async ({ page }) => {
  const welcomeMessage = CORPUS.slice(0, 5).join(" ");
  const name = "<img src=x onerror=__xss=1>";
  const { site } = await createSiteOfOwner({ name, welcomeMessage });
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
  const strangers: string[] = [];
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== host.neighbour && origin !== testEnvironment.baseUrl) strangers.push(request.url());
  });
  await page.goto(host.neighbour);
  const widget = widgetOn(page);
  await widget.open();
  await expect(widget.frame.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(widget.log).toContainText(welcomeMessage);
  for (const text of CORPUS) {
    await widget.write(text);
    await widget.expectSent(text);
  }
  await page.reload();
  await widget.open();
  for (const text of CORPUS) await widget.expectSent(text);
  for (const frame of page.frames()) expect(await frame.evaluate(() => "__xss" in window)).toBe(false);
  await expect(widget.log.locator("img, iframe, script, style, base, meta, a, svg:not(.icon)")).toHaveCount(0);
  expect(strangers).toEqual([]);
  await host.close();
});
