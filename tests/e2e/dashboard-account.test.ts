import { SessionResponse } from "#lib/people/owners/schema.ts";
import { ask, send } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, newOwnerInside, openAccountMenu } from "../support/dashboard-page.ts";
import { logIn, newConversation, newEmail, PASSWORD } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const NEW_PASSWORD = "another horse, another battery";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

test("a new password logs out a browser that's open elsewhere, and not this one (A13)", {
  tag: ["@journey", "@all"],
}, async ({ page, browser }) => {
  const { owner } = await newConversation();
  await enterDashboard(page, owner);
  await using elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enterDashboard(other, await logIn(owner));
  await gotoLive(other, "/inbox");

  await page.goto("/settings/account/sessions");
  await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(2);
  await page.goto("/settings/account/security");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("New password").press("Enter");

  await expect(page.getByText("Password changed. All other sessions were revoked.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await page.goto("/settings/account/sessions");
  await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
  // Nobody has touched it: its stream ended, and it asked why.
  await expect(other).toHaveURL(/\/login\?next=%2Fw%2F[0-9a-f-]{36}%2Finbox&account=ended$/);
  await expect(other.getByText("You’ve been logged out.")).toBeVisible();
  await other.getByLabel("Email").fill(owner.email);
  await other.getByLabel("Password").fill(NEW_PASSWORD);
  await other.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(other).toHaveURL(inside("/inbox"));
});

test.describe("with a wrong password", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("reports it at the field, and keeps the session and the input", async ({ page }) => {
    await newOwnerInside(page);
    await page.goto("/settings/account/security");
    await page.getByLabel("Current password").fill("not my password");
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
      "Incorrect password. Check it and try again.",
    );
    await expect(page.getByLabel("New password")).toHaveValue(NEW_PASSWORD);

    await page.goto("/settings/account/profile");
    await page.getByRole("textbox", { name: "Email" }).fill(newEmail());
    await page.getByLabel("Your password").fill("not my password");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Your password")).toHaveAccessibleDescription(/Incorrect password\./);
    await expect(page).toHaveURL(inside("/settings/account/profile"));
  });
});

test.describe("with a new password that is too short", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("reports the required length at the field", async ({ page }) => {
    await newOwnerInside(page);
    await page.goto("/settings/account/security");
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/Use at least 8 characters\./);
  });
});

test("lists the account's sessions, and revokes one or all others", async ({ page }) => {
  const owner = await newOwnerInside(page);
  const call = { body: { email: owner.email, password: PASSWORD }, headers: { "User-Agent": FIREFOX } };
  const { token } = await ask(SessionResponse, 200, "POST", "/auth/login", call);
  await Promise.all([logIn(owner), logIn(owner)]);
  await page.goto("/settings/account/sessions");
  const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("This device");
  await expect(rows.first().getByRole("button")).toHaveCount(0);

  await rows
    .filter({ hasText: "Firefox on Windows" })
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await expect(page.getByRole("status").filter({ hasText: "Firefox on Windows was logged out." })).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole("list", { name: "Sessions" })).toBeFocused();
  expect((await send("GET", "/account", { token })).status).toBe(401);

  await page.getByRole("button", { name: "Revoke all other sessions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke sessions" }).click();
  await expect(page.getByRole("status").filter({ hasText: "All other sessions were revoked." })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Revoke all other sessions" })).toBeHidden();
  await page.reload();
  await expect(rows).toHaveCount(1);
});

test("links to the sessions from the command menu", async ({ page }) => {
  await enterDashboard(page, (await newConversation()).owner);
  await gotoLive(page, "/inbox");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("sessions");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/settings/account/sessions"));
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeInViewport();
});

test.describe("deleting an account", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("requires its email and password, then logs out and leaves nothing behind", { tag: "@journey" }, async ({
    page,
  }) => {
    const { owner } = await newConversation();
    await enterDashboard(page, owner);
    await gotoLive(page, "/inbox");
    await (await openAccountMenu(page)).getByRole("link", { name: "Account settings" }).click();
    await page.getByRole("main").getByRole("link", { name: "Security" }).click();
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("This can’t be undone.");
    const remove = dialog.getByRole("button", { name: "Delete account" });

    await dialog.getByLabel("Your email, to confirm").fill("someone@example.com");
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await remove.click();
    await expect(dialog.getByLabel("Your email, to confirm")).toHaveAccessibleDescription(/isn’t your account’s email/);

    await dialog.getByLabel("Your email, to confirm").fill(owner.email);
    await dialog.getByLabel("Your password").fill("not my password");
    await remove.click();
    await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(
      "Incorrect password. Check it and try again.",
    );
    await expect(dialog.getByLabel("Your email, to confirm")).toHaveValue(owner.email);

    await dialog.getByLabel("Your password").fill(PASSWORD);
    await remove.click();
    await expect(page).toHaveURL("/login?account=deleted");
    await expect(page.getByText("Your account and all its data were deleted.")).toBeVisible();
    const body = { email: owner.email, password: PASSWORD };
    expect((await send("POST", "/auth/login", { body })).status).toBe(401);
    await page.goto("/inbox");
    await expect(page).toHaveURL("/login?next=%2Finbox");
  });
});

test.describe("deleting the account of a workspace's only owner", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("names the workspace and links to its team", async ({ page }) => {
    const { owner, workspaceId } = await newTeam();
    await enterDashboard(page, owner);
    await page.goto(`/w/${workspaceId}/settings/account/security`);
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your email, to confirm").fill(owner.email);
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(dialog.getByRole("alert").getByRole("link")).toHaveAttribute(
      "href",
      `/w/${workspaceId}/settings/team`,
    );
  });
});

test("the buttons that revoke sessions have unique names, even for identical devices", async ({ page }) => {
  const owner = await newOwnerInside(page);
  await Promise.all([logIn(owner), logIn(owner)]);
  await sql(
    `UPDATE sessions SET created_at = now() - nth * interval '1 hour'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM sessions WHERE user_id = $1) AS n WHERE n.id = sessions.id`,
    [owner.user.id],
  );
  await page.goto("/settings/account/sessions");
  const buttons = page.getByRole("list", { name: "Sessions" }).getByRole("button");
  await expect(buttons).toHaveCount(2);
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute("aria-label") ?? ""));
  expect(new Set(names.map((name) => name.split(",")[0])).size).toBe(1);
  expect(new Set(names).size).toBe(2);
});
