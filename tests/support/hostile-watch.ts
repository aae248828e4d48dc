import { type BrowserContext, expect, type Page } from "@playwright/test";
import { testEnvironment } from "./environment.ts";

const OWN_HOSTS = new Set(["localhost", "127.0.0.1"]);

/**
 * Watches for what another person's text must never do in a browser: run, open a dialog, break a page's policy, or
 * call another host.
 */
export async function watchForHostility(context: BrowserContext) {
  const heard: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !OWN_HOSTS.has(hostname)) heard.push(`asked for ${request.url()}`);
  });
  context.on("dialog", (dialog) => {
    heard.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.exposeFunction("noteViolation", (text: string) => heard.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      const note = Reflect.get(globalThis, "noteViolation") as (text: string) => void;
      note(`broke ${violatedDirective}: ${blockedURI} ${sample}`);
    });
  });
  return {
    /** Checks all that was heard so far, and each frame of the page as it is now. */
    expectNothing: async (page: Page) => {
      for (const frame of page.frames()) {
        expect(await frame.evaluate(() => Reflect.get(window, "__xss") === undefined), frame.url()).toBe(true);
      }
      expect(heard).toEqual([]);
      expect(page.url().startsWith(testEnvironment.baseUrl), page.url()).toBe(true);
    },
  };
}
