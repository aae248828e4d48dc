import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

// The loader gives its frame five seconds, by a clock that such a page may have broken too.
const SAID_WITHIN = { timeout: 15_000 };

// Written without what it breaks.
const BROKEN = `const broken = () => { throw new Error("patched") };
  const breakAll = (target, but) => {
    const names = Reflect.ownKeys(target);
    for (let at = 0; at < names.length; at++) {
      const { value, configurable } = Reflect.getOwnPropertyDescriptor(target, names[at]);
      if (typeof value !== "function" || !configurable || names[at] === "constructor" || names[at] === but) continue;
      Reflect.defineProperty(target, names[at], { value: broken, configurable: true, writable: true });
    }
  };
  const breakGetter = (target, name) => Reflect.defineProperty(target, name, { get: broken, set: broken, configurable: true });`;

/** What is broken on the page, and what becomes of the widget. */
const PATCHES: [what: string, script: string, outcome: "opens" | "says so" | "stays shut" | "is not there"][] = [
  ["array methods", "breakAll(Array.prototype)", "is not there"],
  ["array methods but for iteration", "breakAll(Array.prototype, Symbol.iterator)", "opens"],
  ["text methods", "breakAll(String.prototype)", "is not there"],
  ["patterns", "breakAll(RegExp.prototype)", "opens"],
  ["sets and maps", "breakAll(Set.prototype); breakAll(Map.prototype); breakAll(WeakMap.prototype)", "opens"],
  [
    "what objects inherit",
    "for (const name of ['q', 'live', 'title', 'type', 'get', 'data']) breakGetter(Object.prototype, name)",
    "is not there",
  ],
  [
    "what objects inherit, by plain values",
    "Object.assign(Object.prototype, { extra: 1, type: 'close', position: 'left', hide: '', q: [1], live: true })",
    "opens",
  ],
  ["functions on objects", "breakAll(Object)", "is not there"],
  ["functions on functions", "breakAll(Function.prototype, Symbol.hasInstance)", "opens"],
  ["JSON", "breakAll(JSON)", "opens"],
  ["requests", "window.fetch = window.XMLHttpRequest = broken", "opens"],
  ["Promise", "window.Promise = broken", "opens"],
  ["promises", "breakAll(Promise.prototype)", "opens"],
  ["custom elements", "breakAll(CustomElementRegistry.prototype)", "opens"],
  ["append", "Element.prototype.append = broken", "is not there"],
  ["elements", "breakAll(Element.prototype)", "is not there"],
  [
    "nodes",
    "breakAll(Node.prototype); breakGetter(Node.prototype, 'textContent'); breakGetter(Node.prototype, 'isConnected')",
    "stays shut",
  ],
  ["the document", "breakAll(Document.prototype)", "is not there"],
  ["the page's own elements", "breakAll(HTMLElement.prototype)", "opens"],
  ["channels", "window.MessageChannel = broken", "says so"],
  ["ports", "breakAll(MessagePort.prototype); breakGetter(MessagePort.prototype, 'onmessage')", "says so"],
  ["messages", "breakGetter(MessageEvent.prototype, 'source'); breakGetter(MessageEvent.prototype, 'data')", "says so"],
  ["observers", "window.MutationObserver = broken", "is not there"],
  ["listening", "breakAll(EventTarget.prototype)", "says so"],
  ["aborting", "window.AbortController = broken", "is not there"],
  ["timers", "window.setTimeout = window.requestIdleCallback = window.clearTimeout = broken", "stays shut"],
  ["style sheets", "window.CSSStyleSheet = broken", "is not there"],
  ["adopted style sheets", "breakGetter(ShadowRoot.prototype, 'adoptedStyleSheets')", "is not there"],
  ["computed styles", "window.getComputedStyle = broken", "opens"],
  ["storage", "breakGetter(window, 'localStorage')", "opens"],
  ["the console", "breakAll(console)", "opens"],
  ["the list of languages", "breakGetter(Navigator.prototype, 'languages')", "is not there"],
];

for (const [what, script, outcome] of PATCHES) {
  test(`nothing leaks to a page that broke ${what}: it ${outcome} (F8)`, async ({ page }) => {
    const { site } = await createSiteOfOwner();
    const host = await startHostSite({
      "/": {
        body: `<h1>A shop</h1><button id="buy" onclick="this.firstChild.data = 'Bought'">Buy</button>`,
        head: `<script>{${BROKEN}; ${script}}</script>${widgetTag(site.publicKey)}`,
      },
    });
    const widget = widgetOn(page);
    if (outcome === "is not there") {
      const warning = page.waitForEvent("console", (message) => message.type() === "warning");
      await page.goto(host.neighbor);
      expect((await warning).text()).toBe("Site Inbox: could not run on this page.");
    } else {
      await page.goto(host.neighbor);
      await widget.launcher.click();
    }
    if (outcome === "opens") await expect(widget.composer).toBeVisible();
    else await expect(widget.composer).toBeHidden();
    if (outcome === "says so") await expect(page.getByText("Couldn’t open.")).toBeVisible(SAID_WITHIN);
    await page.locator("#buy").click();
    await expect(page.locator("#buy")).toHaveText("Bought");
    if (outcome === "is not there") await expect(page.locator("[popover]")).toHaveCount(0);
    await host.close();
  });
}
