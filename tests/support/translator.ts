import type { BrowserContext, Frame, Page } from "@playwright/test";

/** Does to a page what translators do: each text becomes elements of their own, now and whenever the page changes. */
function translatePage(isBackwards: boolean): void {
  const OWN = "script, style, textarea, input, [translate=no]";
  const originals = new WeakSet<Node>();
  const words = (text: string) =>
    isBackwards ? text.replace(/[A-Za-z]{2,}/g, (word) => [...word].reverse().join("")) : text;

  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (originals.has(text) || !/[A-Za-z]{2}/.test(text.data) || text.parentElement?.closest(OWN)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      const translated = document.createTextNode(words(text.data));
      originals.add(translated);
      inner.append(translated);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const begin = () => {
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  // Pages are translated once they're there.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

/** Translates a page's or frame's words by writing them backwards, from now on. */
export const translate = (page: Page | Frame): Promise<void> => page.evaluate(translatePage, true);

/** Translates all pages of a context, with the same words, so that tests find what they look for. */
export const translateAll = (context: BrowserContext) => context.addInitScript(translatePage, false);

/** Returns how a text reads on a translated page. */
export const backwards = (text: string): string =>
  text.replace(/[A-Za-z]{2,}/g, (word) => [...word].reverse().join(""));
