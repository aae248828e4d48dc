import type { Page } from "@playwright/test";

// The same in every language, or written by the operator.
const NAMES =
  /Site Inbox|\bUTC\b|\b(Node|Python|PHP|Ruby|Go)\b|SMTP_URL|TELEGRAM_BOT_TOKEN|MAIL_FROM|AUTH_SECRET|SITE_INBOX_IDENTITY_SECRET|[\w.-]*example\.com|\b(GET|POST|PUT|PATCH|DELETE)\b/g;

export const withoutNames = (text: string) => text.replaceAll(NAMES, "");

/** The texts and labels in view that come from no catalog, under the pseudo-language; those that `isData` knows are not counted. */
export async function untranslatedTexts(
  page: Page,
  isData: (text: string) => boolean = () => false,
): Promise<string[]> {
  const texts = await page.evaluate(() => {
    // What people typed is in bdi, what machines read in code, and times come from the browser.
    const notOurs = "bdi, code, pre, kbd, time, script, noscript, style, textarea, iframe, [data-message] p[dir]";
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(notOurs)) found.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        if (!element.closest(notOurs)) found.push(element.getAttribute(name) ?? "");
      }
    }
    return found;
  });
  // What is in brackets comes from a catalog.
  const rest = texts.map((text) => withoutNames(text.replace(/⟦[^⟧]*⟧/g, "")).trim());
  return [...new Set(rest.filter((text) => /[A-Za-z]{2}/.test(text) && !isData(text)))];
}
