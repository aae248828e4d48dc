import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, inside, newOwnerInside } from "../support/dashboard-page.ts";
import { newOwner, PASSWORD } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { codeOf, forgetUsedCodes, turnOnSecondFactor } from "../support/second-factor.ts";
import { sql } from "../support/stored-rows.ts";
import { addVirtualAuthenticator } from "../support/virtual-authenticator.ts";

const SETTINGS = "/settings/account/security";

test.describe("on a phone", () => {
  test.use({ expectedErrors: [/status of 40[01]/], viewport: { width: 390, height: 844 } });

  test("is added with the password, logs in without it, and is removed", { tag: "@journey" }, async ({ page }) => {
    const device = await addVirtualAuthenticator(page);
    const owner = await newOwnerInside(page);
    const section = page.getByRole("region", { name: "Passkeys" });
    await page.goto(SETTINGS);
    await expect(section).toContainText("You have no passkeys yet.");
    await section.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await expect(dialog.getByLabel("Name")).toHaveValue(/^Chrome on /);
    await expect(dialog.getByLabel("Code")).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByLabel("Name").fill("Work phone");
    await dialog.getByLabel("Your password").fill("not my password");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/Incorrect password\./);
    await dialog.getByLabel("Your password").fill(PASSWORD);

    await device.setUnlocks(false);
    await page.keyboard.press("Enter");
    await expect(section.getByText("No passkey was added.")).toBeVisible();
    await expect(section).toBeVisible();
    expect(await device.count()).toBe(0);

    await device.setUnlocks(true);
    await section.getByRole("button", { name: "Add passkey" }).click();
    await dialog.getByLabel("Name").fill("Work phone");
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(section.getByText("The passkey Work phone was added.")).toBeVisible();
    const row = section.getByRole("listitem");
    await expect(row).toContainText(/Work phone.*Works on localhost · created .+ · never used/);
    expect(await device.count()).toBe(1);
    await expectAccessible(page);

    // The device has one already.
    await section.getByRole("button", { name: "Add passkey" }).click();
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("This device already has a passkey for your account.");
    await page.keyboard.press("Escape");

    await page.context().clearCookies();
    await page.goto(`/login?next=${encodeURIComponent(SETTINGS)}`);
    const logIn = page.getByRole("button", { name: "Log in with a passkey" });
    await expectAccessible(page);
    await device.setUnlocks(false);
    await logIn.click();
    await expect(page.getByText("You weren’t logged in. Try again, or use your password.")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    await device.setUnlocks(true);
    await logIn.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(inside(SETTINGS));
    await expect(row).toContainText(/last used/);

    await section.getByRole("button", { name: "Remove the passkey Work phone" }).click();
    const removal = page.getByRole("dialog", { name: "Remove the passkey Work phone?" });
    await removal.getByLabel("Your password").fill(PASSWORD);
    await expectAccessible(page);
    await removal.getByRole("button", { name: "Remove passkey" }).click();
    await expect(section.getByText("The passkey Work phone was removed.")).toBeVisible();
    await expect(section).toContainText("You have no passkeys yet.");
    await expect.poll(() => sql("SELECT FROM passkeys WHERE user_id = $1", [owner.user.id])).toEqual([]);

    // The device still has its half.
    await page.context().clearCookies();
    await page.goto("/login");
    await logIn.click();
    await expect(page.getByRole("alert").filter({ hasText: "This passkey no longer works." })).toBeVisible();
  });
});

test.describe("of an account with two-factor login", () => {
  test.use({ expectedErrors: [/status of 40[01]/] });

  test("is added with a code too, and logs in without one", async ({ page }) => {
    await addVirtualAuthenticator(page);
    const owner = await newOwner();
    const { secret } = await turnOnSecondFactor(owner);
    await forgetUsedCodes(owner);
    await enterDashboard(page, owner);
    await page.goto(SETTINGS);
    const section = page.getByRole("region", { name: "Passkeys" });
    await section.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Code")).toHaveAccessibleDescription("Enter the code.");
    await dialog.getByLabel("Code").fill(codeOf(secret, 3_600));
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Code")).toHaveAccessibleDescription("This code is wrong or has expired.");
    await dialog.getByLabel("Code").fill(codeOf(secret));
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(section.getByText(/The passkey .+ was added\./)).toBeVisible();

    await page.context().clearCookies();
    await page.goto("/login");
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await expect(page).toHaveURL(inside("/inbox"));
  });
});

test("a page at another address than BASE_URL offers none, and says where to add one", async ({ page, baseURL }) => {
  const owner = await newOwner();
  const elsewhere = baseURL?.replace("localhost", "127.0.0.1") ?? "";
  await page.context().addCookies([{ name: "next-auth.session-token", value: owner.token, url: elsewhere }]);
  await sql(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, host, name, created_at)
     VALUES (gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', 0, 'old.example', 'Old laptop', now())`,
    [owner.user.id],
  );
  await page.goto(`${elsewhere}${SETTINGS}`);
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section).toContainText(`To add a passkey, open Site Inbox at ${baseURL}.`);
  await expect(section.getByRole("button", { name: "Add passkey" })).toHaveCount(0);
  await expect(section.getByRole("listitem")).toContainText("Only works on old.example");
  // Without its session, the page would go to the login itself.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${elsewhere}/login`);
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
});

test("the login page loads the code for passkeys only once it's needed", async ({ page }) => {
  await addVirtualAuthenticator(page);
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") scripts.push(await response.text());
  });
  const mentions = () => scripts.filter((text) => text.includes("ERROR_CEREMONY_ABORTED")).length;
  await page.goto("/login");
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBeGreaterThan(0);
  expect(mentions()).toBe(0);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect.poll(mentions).toBe(1);
});

test("a browser without passkeys shows no button for them, and leaves its place empty", async ({ page }) => {
  const button = page.getByRole("button", { name: "Log in with a passkey" });
  const topOfEmail = async () => (await page.getByLabel("Email").boundingBox())?.y;
  await page.goto("/login");
  await expect(button).toBeVisible();
  const before = await topOfEmail();
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.reload();
  await expect(button).toHaveCount(0);
  expect(await topOfEmail()).toBe(before);
});
