import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/page-test.ts";

const CLAIM = "No message gets lost, even on a bad connection.";

test("shows what the product is beside the form, and on a phone three claims below it", async ({ page }) => {
  for (const path of ["/signup", "/login"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    const picture = page.getByRole("img", { name: "The inbox: visitors on the left, a conversation on the right" });
    await expect(picture).toBeVisible();
    await expect(page.getByRole("heading", { name: "All your visitors’ messages in one inbox" })).toBeVisible();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(picture).toBeHidden();
    const [form, claim] = [await page.locator("form").boundingBox(), await page.getByText(CLAIM).boundingBox()];
    expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThan(claim?.y ?? 0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto("/forgot-password");
  await expect(page.getByText(CLAIM)).toHaveCount(0);
});
