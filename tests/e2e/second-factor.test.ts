import { expectAccessible } from "../support/accessible.ts";
import { newOwnerInside } from "../support/dashboard-page.ts";
import { PASSWORD } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { codeOf, forgetUsedCodes } from "../support/second-factor.ts";

test.use({ expectedErrors: [/status of 401/], viewport: { width: 390, height: 844 } });

test("is set up with an app, asked for at the next login, replaced by a recovery code, and turned off", {
  tag: "@journey",
}, async ({ page }) => {
  const owner = await newOwnerInside(page);
  const section = page.getByRole("region", { name: "Two-factor login" });
  await page.goto("/settings/account/security");
  await expect(section).toContainText("Off");
  await section.getByRole("button", { name: "Set up" }).click();
  await expect(section.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not my password");
  await page.keyboard.press("Enter");
  await expect(section.getByLabel("Your password")).toHaveAccessibleDescription(/Incorrect password\./);
  await section.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");

  await expect(section.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = await section.getByLabel("Key", { exact: true }).inputValue();
  const code = section.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(codeOf(secret, 90));
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/^Your device’s clock is about \d+ seconds ahead\./);
  await code.fill(codeOf(secret));
  await page.keyboard.press("Enter");

  const codes = section.getByRole("region", { name: "Save these recovery codes" });
  await expect(codes).toBeFocused();
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const [recoveryCode = ""] = await codes.getByRole("listitem").allInnerTexts();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("site-inbox-recovery-codes.txt");
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(section).toContainText(/On since .+ · 10 recovery codes left/);

  // In another browser, as it were.
  await page.context().clearCookies();
  await page.goto("/login?next=%2Fsettings%2Faccount%2Fsecurity");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(page);
  await field.fill(codeOf(secret, 3_600));
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription("This code is wrong or has expired.");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription("");
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.keyboard.press("Enter");
  await expect(section).toContainText("9 recovery codes left");

  await forgetUsedCodes(owner);
  await section.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByLabel("Code").fill(codeOf(secret));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(section.getByRole("status").filter({ hasText: "Two-factor login is off." })).toBeVisible();
});
