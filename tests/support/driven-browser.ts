import { expect } from "@playwright/test";

/** A browser that Playwright can't drive, so each test drives it by expressions and real input. */
export type DrivenBrowser = AsyncDisposable & { newTab: () => Promise<DrivenTab> };

export type DrivenTab = {
  goto: (url: string) => Promise<void>;
  evaluate: (expression: string) => Promise<unknown>;
  /** Evaluates an expression in the widget's frame. Fails if the page has no chat. */
  evaluateInChat: (expression: string) => Promise<unknown>;
  clickAt: (x: number, y: number) => Promise<void>;
  /** Presses the keys of a text, Enter for a line break, wherever the focus is. */
  type: (text: string) => Promise<void>;
};

const SHADOW = "[...document.documentElement.children].find((node) => node.shadowRoot)?.shadowRoot";
/** The widget's button, and its frame, on another site's page. */
export const LAUNCHER = `${SHADOW}?.querySelector("button")`;
export const CHAT_FRAME = `${SHADOW}?.querySelector("iframe")`;

export const first = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;

/** Waits until an expression is true in the page. */
export async function until(tab: DrivenTab, expression: string): Promise<void> {
  try {
    await expect.poll(() => isTrue(tab.evaluate(expression)), { message: expression }).toBe(true);
  } catch (error) {
    const shown = await tab.evaluate("location.href + document.body.innerText").catch(String);
    throw new Error(`${expression} is not true. The page shows:\n${String(shown)}`, { cause: error });
  }
}

/** Waits until an expression is true in the widget's frame. */
export const untilInChat = (tab: DrivenTab, expression: string) =>
  expect.poll(() => isTrue(tab.evaluateInChat(expression)), { message: expression }).toBe(true);

export const untilText = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;

// While a page is being replaced there's nothing to evaluate in.
const isTrue = (value: Promise<unknown>) => value.then(Boolean, () => false);

/** Clicks in the middle of the element that an expression finds, as soon as there is one. */
export async function click(tab: DrivenTab, element: string): Promise<void> {
  await until(tab, `${element}?.getBoundingClientRect().width > 0`);
  const [x, y] = (await tab.evaluate(
    `(({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)])(${element}.getBoundingClientRect())`,
  )) as [number, number];
  await tab.clickAt(x, y);
}

/** Clicks a field and types into it. */
export async function fill(tab: DrivenTab, selector: string, text: string): Promise<void> {
  await click(tab, first(selector));
  await tab.type(text);
}
