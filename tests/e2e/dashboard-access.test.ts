import { enterDashboard, inside, newOwnerInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newEmail, newOwner, PASSWORD } from "../support/factories.ts";
import { claimsOf, forgeToken, serviceKey } from "../support/forged-token.ts";
import { expect, test } from "../support/page-test.ts";

test.describe("with a wrong password", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("shows the reason, keeps the input, and accepts the right password", { tag: "@journey" }, async ({ page }) => {
    const { email } = await newOwner();
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not my password");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL(inside("/inbox"));
  });
});

test.describe("with a password that is too short", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("sign-up reports it once, at the field", async ({ page }) => {
    await page.goto("/signup");
    await page.getByLabel("Email").fill(newEmail());
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Use at least 8 characters.");
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(["Use at least 8 characters."]);
    await expect(page.getByText("8 characters")).toHaveCount(1);
  });
});

test("a stranger who opens a page logs in, then gets to that page", { tag: "@journey" }, async ({ page }) => {
  const { email } = await newOwner();
  await page.goto("/settings/account/profile");
  await expect(page).toHaveURL("/login?next=%2Fsettings%2Faccount%2Fprofile");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await expect(page).toHaveURL(inside("/settings/account/profile"));
});

test("login never redirects to another origin", { tag: "@journey" }, async ({ page }) => {
  await newOwnerInside(page);
  await page.goto(`/login?next=${encodeURIComponent("//evil.example")}`);
  await expect(page).toHaveURL(inside("/inbox"));
});

test("the root URL redirects to the login page, or to the inbox", async ({ page }) => {
  await newOwner();
  await page.goto("/");
  await expect(page).toHaveURL("/login");
  await newOwnerInside(page);
  await page.goto("/");
  await expect(page).toHaveURL(inside("/inbox"));
});

test("logging out revokes the token immediately", { tag: "@journey" }, async ({ page }) => {
  const owner = await newOwnerInside(page);
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await expect(page).toHaveURL("/login?next=%2Finbox");
});

test.describe("an unknown URL", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("gets a page with status 404", async ({ page }) => {
    const unknown = await page.goto("/no/such/page");
    expect(unknown?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await newOwnerInside(page);
    await page.goto("/inbox/00000000-0000-7000-8000-000000000000");
    await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  });

  test("keeps the navigation in a workspace, and is a page below the API's addresses too", { tag: "@journey" }, async ({
    page,
  }) => {
    await newOwnerInside(page);
    await page.goto("/inbox");
    const unknown = await page.goto(page.url().replace(/inbox$/, "nothing"));
    expect(unknown?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
    const typed = await page.goto("/account/security");
    expect(typed?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  });
});

test.describe("when the service can't be reached", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the form says that the reader is offline, and saves once they're back", async ({ page, context }) => {
    await newOwnerInside(page);
    await page.goto("/settings/account/profile");
    await page.getByLabel("Name", { exact: true }).fill("Mara Lind");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Not saved. You’re offline. Your changes are still here.")).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mara Lind");
  });
});

test("pages have a policy that runs no one else's code", { tag: "@journey" }, async ({ request }) => {
  const { headers } = await fetch(`${testEnvironment.baseUrl}/login`);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/script-src 'self' \S+ 'nonce-[^']+';/);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
  expect((await request.get("/login")).headers()["cache-control"]).toContain("no-store");
});

test("the session of a user who comes back after a day is renewed", { tag: "@journey" }, async ({ page }) => {
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
