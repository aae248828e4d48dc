import { AccountResponse } from "#lib/people/owners/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, refuse } from "../support/api-client.ts";
import { newOwnerInside } from "../support/dashboard-page.ts";
import { expect, test } from "../support/page-test.ts";

const KEYS = { name: "API keys", exact: true };

test("an owner creates a key, uses it, sees its last use, and revokes it; after a reload it's never shown again", {
  tag: "@journey",
}, async ({ page }) => {
  const owner = await newOwnerInside(page);
  await page.goto("/settings/account/keys");
  const section = page.getByRole("main");
  await expect(section.getByText("No API keys yet.")).toBeVisible();

  await section.getByLabel("Key name").fill("Nightly report");
  await section.getByRole("radio", { name: "Read and write" }).check();
  await section.getByRole("button", { name: "Create key" }).click();
  const row = section.getByRole("list", KEYS).getByRole("listitem");
  const shown = row.getByRole("region", { name: "New API key" });
  await expect(shown).toBeFocused();
  await expectAccessible(page);
  const secret = await shown.getByLabel("API key").inputValue();
  const { user } = await ask(AccountResponse, 200, "GET", "/account", { token: secret });
  expect(user.id).toBe(owner.user.id);
  await refuse("insufficient_scope", "DELETE", "/account", { token: secret, body: {} });

  await expect(row).toContainText(`Nightly reportsik_…${secret.slice(-4)}`);
  await expect(row).toContainText("Read and write");
  await shown.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await expect(section.getByLabel("Key name")).toHaveValue("");
  await expect
    .poll(async () => {
      await page.reload();
      return row.textContent();
    })
    .toContain("last used");
  expect(await page.content()).not.toContain(secret);

  await row.getByRole("button", { name: /^Revoke Nightly report/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Revoke Nightly report?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(section.getByText("Nightly report was revoked.")).toBeVisible();
  await expect(section.getByText("No API keys yet.")).toBeVisible();
  await refuse("unauthenticated", "GET", "/account", { token: secret });
});

test.describe("with an invalid name", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("reports it at the field, and keeps the other choices", async ({ page }) => {
    await newOwnerInside(page);
    await page.goto("/settings/account/keys");
    const section = page.getByRole("main");
    await section.getByRole("radio", { name: "Manage" }).check();
    await section.getByRole("button", { name: "Create key" }).click();
    await expect(section.getByLabel("Key name")).toHaveAccessibleDescription(/Enter a name\./);
    await expect(section.getByRole("radio", { name: "Manage" })).toBeChecked();
  });
});
