import type { Page } from "@playwright/test";

/** What's wider than its room: it makes something scroll sideways, or is cut off without an ellipsis. */
export const misfits = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("html, body, body *")]
      .filter((one) => {
        const { overflowX, overflowY, display, textOverflow, webkitLineClamp } = getComputedStyle(one);
        if (display === "inline" || one.getClientRects().length === 0) return false;
        // For screen readers only.
        if (one.clientWidth <= 1) return false;
        const isWide = one.scrollWidth > one.clientWidth + 1;
        // On a phone, the pages of the settings are a line that scrolls.
        if (overflowX === "auto" && one.matches("nav *")) return false;
        if (overflowX === "auto" || overflowX === "scroll" || one.matches("html, body, main, nav")) return isWide;
        const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        if (!hasText || one.matches("textarea, option")) return false;
        const isCut = overflowY !== "visible" && webkitLineClamp === "none" && one.scrollHeight > one.clientHeight + 1;
        return isCut || (isWide && textOverflow !== "ellipsis");
      })
      .map((one) => `${one.tagName} ${one.className} ${one.scrollWidth} > ${one.clientWidth}`),
  );

/** Texts that are cut with an ellipsis, and don't have a title once a pointer is over them. */
export const cutWithoutTitle = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => {
        const { display, textOverflow, webkitLineClamp, visibility } = getComputedStyle(one);
        const cuts = textOverflow === "ellipsis" || webkitLineClamp !== "none";
        if (!cuts || display === "inline" || visibility === "hidden" || one.getClientRects().length === 0) return false;
        if (one.matches("input, textarea")) return false;
        const isCut = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
        one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        return isCut && !one.closest("[title]");
      })
      .map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`),
  );

/**
 * Pairs of controls or lines of text that cover each other. One that lies wholly within the other, such as a button in
 * a field, is meant to.
 */
export const overlaps = (page: Page) =>
  page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number };
    type Shown = { box: Box; element: Element; name: string };
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isIn = (a: Box, b: Box) =>
      a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    const everything = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
    const clips = new Map<Element, Box>();
    /** What the elements around leave visible. */
    const clipOf = (element: Element | null): Box => {
      if (!element) return everything;
      const known = clips.get(element);
      if (known) return known;
      const around = clipOf(element.parentElement);
      const isClip = getComputedStyle(element).overflow !== "visible";
      const clip = isClip ? meet(around, element.getBoundingClientRect()) : around;
      clips.set(element, clip);
      return clip;
    };
    // Dialogs, menus and toasts are in front of the rest.
    const layer = (element: Element) => {
      let around: Element | null = element;
      while (around && !(around.matches("dialog") || getComputedStyle(around).position === "fixed")) {
        around = around.parentElement;
      }
      return around;
    };
    const shown: Shown[] = [];
    const add = (rect: Box, element: Element, name: string) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return;
      const box = meet(rect, clipOf(element));
      if (box.right - box.left > 2 && box.bottom - box.top > 2) shown.push({ box, element, name });
    };
    for (const one of document.querySelectorAll("a, button, summary, input, select, textarea")) {
      add(one.getBoundingClientRect(), one, `${one.tagName} ${one.textContent?.slice(0, 40)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || element.matches("script, style, option")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = range.getClientRects();
      for (const line of lines) if (lines.length < 20) add(line, element, `“${node.textContent.slice(0, 40)}”`);
    }
    const found: string[] = [];
    for (const [at, one] of shown.entries()) {
      for (const other of shown.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const { left, top, right, bottom } = meet(one.box, other.box);
        if (right - left <= 3 || bottom - top <= 4) continue;
        if (isIn(one.box, other.box) || isIn(other.box, one.box) || layer(one.element) !== layer(other.element))
          continue;
        found.push(`${one.name} and ${other.name}: ${Math.round(right - left)} × ${Math.round(bottom - top)}`);
      }
    }
    return found;
  });

const SHIFTED_MAX = 0.02;

/**
 * Adds up the layout shifts of every page that's opened from now on. Returns what reads which elements moved on the page, and
 * how far each shift counts; nothing if it's too little to be noticed.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    type Shift = { value: number; sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] };
    const shifts: [number, string][] = [];
    Reflect.set(window, "shifts", shifts);
    const nameOf = (node: Node | null) => (node instanceof Element ? `${node.tagName} ${node.className}` : "a text");
    const boxOf = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width} × ${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        // Chromium counts what `content-visibility` left out so far, though nothing that was there has moved.
        if (sources.length > 0 && sources.every(({ previousRect }) => previousRect.width === 0)) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`,
        );
        shifts.push([value, `${value.toFixed(3)}: ${moved.join("; ")}`]);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(
      () =>
        new Promise<[number, string][]>((resolve) => {
          requestIdleCallback(() => requestAnimationFrame(() => resolve(Reflect.get(window, "shifts"))));
        }),
    );
    const sum = shifts.reduce((total, [value]) => total + value, 0);
    return sum < SHIFTED_MAX ? [] : shifts.map(([, words]) => words);
  };
}
