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
  // A browser offers to translate a page that has been there for a while, so React has hydrated all of it. That can be seen
  // by its keys. A chat and a page with a tag have none, and a picture has no body.
  const keyOf = (node: Node, kind: string) => Object.keys(node).find((key) => key.startsWith(`__react${kind}`));
  const isHydrated = () => {
    const root = keyOf(document, "Container");
    if (!root || Reflect.get(document, root)?.stateNode?.current?.memoizedState?.isDehydrated !== false) return false;
    return [...document.body.querySelectorAll("a, button, input, textarea")].every((element) =>
      keyOf(element, "Fiber"),
    );
  };
  const isReady = () =>
    document.readyState === "complete" && document.body && (!("__next_f" in window) || isHydrated());
  const late = performance.now() + 15_000;
  const beginOnceReady = () => {
    if (isReady()) return begin();
    if (document.body && performance.now() > late) throw new Error("the page was never translated");
    requestIdleCallback(beginOnceReady);
  };
  requestIdleCallback(beginOnceReady);
}

/** Translates a page's or frame's words by writing them backwards, from now on. */
export const translate = (page: Page | Frame): Promise<void> => page.evaluate(translatePage, true);

/** Translates all pages of a context, with the same words, so that tests find what they look for. */
export const translateAll = (context: BrowserContext) => context.addInitScript(translatePage, false);

/** Returns how a text reads on a translated page. */
export const backwards = (text: string): string =>
  text.replace(/[A-Za-z]{2,}/g, (word) => [...word].reverse().join(""));
