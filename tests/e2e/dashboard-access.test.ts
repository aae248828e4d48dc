import { enterDashboard, newOwnerInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newEmail, newOwner, PASSWORD } from "../support/factories.ts";
import { claimsOf, forgeToken, serviceKey } from "../support/forged-token.ts";
import { expect, test } from "../support/page-test.ts";

test.describe("with a wrong password", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("says so in words, keeps what was typed, and lets the right one in", async ({ page }) => {
    const { email } = await newOwner();
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not my password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/inbox");
  });
});

test.describe("with a password that is too short", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("sign-up says so once, at the field", async ({ page }) => {
    await page.goto("/signup");
    await page.getByLabel("Email").fill(newEmail());
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription("This must be at least 8 characters.");
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(["This must be at least 8 characters."]);
    await expect(page.getByText("8 characters")).toHaveCount(1);
  });
});

test("asks a stranger to log in, then goes on to the page that was asked for", async ({ page }) => {
  const { email } = await newOwner();
  await page.goto("/settings/account");
  await expect(page).toHaveURL("/login?next=%2Fsettings%2Faccount");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page).toHaveURL("/settings/account");
});

test("never leads to another origin after log-in", async ({ page }) => {
  await newOwnerInside(page);
  await page.goto(`/login?next=${encodeURIComponent("//evil.example")}`);
  await expect(page).toHaveURL("/inbox");
});

test("leads from the bare address to the log-in page, or to the inbox", async ({ page }) => {
  await newOwner();
  await page.goto("/");
  await expect(page).toHaveURL("/login");
  await newOwnerInside(page);
  await page.goto("/");
  await expect(page).toHaveURL("/inbox");
});

test("logs out, and the token is dead at once", async ({ page }) => {
  const owner = await newOwnerInside(page);
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await expect(page).toHaveURL("/login?next=%2Finbox");
});

test.describe("an address that leads nowhere", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("shows that it doesn't exist, with 404", async ({ page }) => {
    const unknown = await page.goto("/no/such/page");
    expect(unknown?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await newOwnerInside(page);
    await page.goto("/inbox/00000000-0000-7000-8000-000000000000");
    await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  });
});

test.describe("when the service cannot be reached", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("says that the reader is offline, and saves once they are back", async ({ page, context }) => {
    await newOwnerInside(page);
    await page.goto("/settings/account");
    await page.getByLabel("Name", { exact: true }).fill("Mara Lind");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("You’re offline. Your input is kept.")).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mara Lind");
  });
});

test("sends pages under a policy that runs nothing of anybody else's", async ({ request }) => {
  const { headers } = await fetch(`${testEnvironment.baseUrl}/login`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/script-src 'self' \S+ 'nonce-[^']+';/);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
  expect((await request.get("/login")).headers()["cache-control"]).toContain("no-store");
});

test("renews the session of someone who comes back after a day", async ({ page }) => {
  const owner = await newOwner();
  const { iat = 0, ...claims } = claimsOf(owner.token);
  const token = await forgeToken({
    claims: { ...claims, iat: iat - 2 * 86_400 },
    header: { typ: "user+jwt" },
    key: serviceKey("user"),
  });
  await enterDashboard(page, { ...owner, token });
  const renewed = page.waitForResponse("**/api/auth/session");
  await page.goto("/inbox");
  expect((await renewed).ok()).toBe(true);
  const cookie = (await page.context().cookies()).find(({ name }) => name === "next-auth.session-token");
  expect(claimsOf(cookie?.value ?? "").iat).toBeGreaterThanOrEqual(iat);
});
