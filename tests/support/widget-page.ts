import { expect, type FrameLocator, type Page } from "@playwright/test";

/** The widget on a page, as a visitor finds it. */
export function widgetOn(page: Page) {
  const frame = page.frameLocator("iframe[title=Chat]");
  return {
    frame,
    launcher: page.getByRole("button", { name: "Open chat" }),
    composer: frame.getByLabel("Message", { exact: true }),
    log: frame.getByRole("log"),
    open: async (): Promise<FrameLocator> => {
      await page.getByRole("button", { name: "Open chat" }).click();
      await expect(frame.getByLabel("Message", { exact: true })).toBeFocused();
      return frame;
    },
    write: async (text: string) => {
      await frame.getByLabel("Message", { exact: true }).fill(text);
      await page.keyboard.press("Enter");
    },
    /** Waits until the last message in view is the server's too. */
    expectSent: async (text: string) => {
      const message = frame.locator(".message.sent").filter({ hasText: text }).last();
      await expect(message).toBeVisible();
    },
  };
}
