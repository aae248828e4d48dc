import type { Page } from "@playwright/test";
import { newOwnerInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newSite } from "../support/factories.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";

/** Tries a text in each way that could run it, one at a time. Returns which ones the browser allowed. */
const tryAll = (page: Page) =>
  page.evaluate(async () => {
    // What a debugger runs may do more, until it first waits.
    await new Promise(requestAnimationFrame);
    const attempts: Record<string, () => unknown> = {
      markup: () => {
        document.createElement("div").innerHTML = "<b>x</b>";
      },
      "a document": () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
      "a frame's document": () => {
        document.createElement("iframe").srcdoc = "<b>x</b>";
      },
      "a script's text": () => {
        document.createElement("script").text = "1";
      },
      "a script of another origin": () => {
        document.createElement("script").src = "https://evil.example/_next/static/x.js";
      },
      "a script that is not ours": () => {
        document.createElement("script").src = "/conversations";
      },
      "a script out of our folder": () => {
        document.createElement("script").src = "/_next/static/../../conversations";
      },
      "a script in an address": () => {
        document.createElement("script").src = "data:text/javascript,1";
      },
      "a handler": () => document.createElement("b").setAttribute("onclick", "1"),
      code: () => new Function("return 1")(),
      "a policy of one's own": () =>
        (Reflect.get(window, "trustedTypes") as { createPolicy(name: string, rules: object): void }).createPolicy(
          "default",
          { createHTML: (text: string) => text },
        ),
    };
    return Object.keys(attempts).filter((name) => {
      try {
        attempts[name]?.();
        return true;
      } catch {
        return false;
      }
    });
  });

test.use({ expectedErrors: [/Content Security Policy|trusted|TrustedScript|404 \(Not Found\)/i] });

test("no page lets text become markup or a script, whatever code of ours or a package tries (F5)", {
  tag: "@journey",
}, async ({ page }) => {
  await page.goto("/login");
  expect(await tryAll(page)).toEqual([]);
  const owner = await newOwnerInside(page);
  const site = await newSite(owner);
  for (const path of ["/settings/sites", "/no-such-page", `/demo?site=${site.publicKey}`]) {
    await page.goto(path);
    expect(await tryAll(page), path).toEqual([]);
  }
});

test("no page runs a URL that is a script (F5)", async ({ page }) => {
  await newOwnerInside(page);
  await page.goto("/settings/sites");
  const refused = page.waitForEvent("console", (message) => message.text().includes("Content Security Policy"));
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "javascript:window.__xss=1";
    document.body.append(link);
    link.click();
  });
  await refused;
  expect(await page.evaluate(() => "__xss" in window)).toBe(false);
});

test("no dashboard page can be framed by another site (F7)", { tag: "@journey" }, async ({ page }) => {
  const owner = await newOwnerInside(page);
  await newSite(owner);
  const { baseUrl } = testEnvironment;
  const frames = ["/inbox", "/login", "/settings/account"].map((path) => `<iframe src="${baseUrl}${path}"></iframe>`);
  const host = await startHostSite({ "/": { body: frames.join("") } });
  await page.goto(host.neighbor);
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url().split("/")[0]),
    )
    .toEqual(frames.map(() => "chrome-error:"));
  await host.close();
});
