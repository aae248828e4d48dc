import type { Page } from "@playwright/test";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, inside } from "../support/dashboard-page.ts";
import { newEmail, newOwner, newOwnerWithSite, newPerson, type Owner, PASSWORD } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newInvitation } from "../support/team.ts";

test.use({ expectedErrors: [/status of (410|409|403)/] });

const invite = async ({ token }: Owner, email: string) =>
  (await ask(NewInvitationResponse, 201, "POST", "/invitations", { token, body: { email, role: "agent" } })).link;

/** Opens an invitation's link, as someone who isn't logged in. */
async function openLink(page: Page, link: string) {
  await page.goto("about:blank");
  await page.goto(new URL(link).pathname + new URL(link).hash);
}

test("an owner invites a teammate, shows the link again, replaces it, and revokes the invitation", async ({ page }) => {
  const { owner } = await newOwnerWithSite();
  const email = newEmail();
  await enterDashboard(page, owner);
  await page.goto("/settings/team");
  await page.getByRole("button", { name: "Invite teammate" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByLabel("Invitation link")).toHaveValue(/\/invite#[\w-]{43}$/);
  // The service under test runs on localhost.
  await expect(dialog).not.toContainText("The earlier link no longer works.");
  await expect(dialog).toContainText("This address works only on this computer.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  const pending = page.getByRole("list", { name: "Invitations" }).getByRole("listitem");
  await expect(pending).toContainText(new RegExp(`${email}.*Agent · All sites · Invited by ${owner.email}, expires `));
  await pending.getByRole("button", { name: `Show link: invitation of ${email}` }).click();
  await expect(dialog.getByLabel("Invitation link")).toHaveValue(/\/invite#/);
  await expect(dialog).not.toContainText("The earlier link no longer works.");
  await dialog.getByRole("button", { name: "Done" }).click();
  // The service under test has no mail server.
  await expect(pending.getByRole("button", { name: /^Send again/ })).toHaveCount(0);
  await pending.getByRole("button", { name: `New link: invitation of ${email}` }).click();
  await expect(dialog.getByRole("status").filter({ hasText: /./ })).toContainText(
    /^Email isn’t set up\. Send this link to .+ yourself\. Only .+ can use this link, once, until .+\. The earlier link no longer works\.$/,
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Invite teammate" }).click();
  await dialog.getByLabel("Email").fill(email.toUpperCase());
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog).toContainText("The earlier link no longer works.");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await pending.getByRole("button", { name: `Revoke: invitation of ${email}` }).click();
  await expect(page.getByText(`The invitation to ${email} was revoked.`)).toBeVisible();
  await expect(pending).toHaveCount(0);
});

test("an invitation's page creates the account and joins, and says afterwards that the link is gone", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner } = await newOwnerWithSite();
  const email = newEmail();
  const link = await invite(owner, email);
  await openLink(page, link);
  await expect(page.getByText(`${owner.email} invited ${email} as an agent.`)).toBeVisible();
  await expect(page).toHaveURL("/invite");
  await expectAccessible(page);
  await page.getByLabel("Name").fill("Bob");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account and join" }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await openLink(page, link);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText(
    `This invitation was used, revoked or replaced by a newer link, or it has expired. Ask ${owner.email} for a new one.`,
  );
  await expectAccessible(page);
});

test("a replaced link's page says so, where to get a new one, and how to log in", async ({ page }) => {
  const { owner } = await newOwnerWithSite();
  const email = newEmail();
  const replaced = await invite(owner, email);
  await invite(owner, email);
  await openLink(page, replaced);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(
    "This invitation was used, revoked or replaced by a newer link, or it has expired. Ask the person who invited you for a new one.",
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL("/login");
});

test("someone with an account logs in first, and someone else's session is logged out first", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const [bob, eve] = [await newOwner(), await newOwner()];
  await enterDashboard(page, eve);
  await openLink(page, await invite(owner, bob.email));
  await expect(page.getByText(`You’re logged in as ${eve.email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Log out and continue" }).click();
  await expect(page.getByText("You already have an account.")).toBeVisible();
  await page.getByRole("link", { name: "Log in to join" }).click();
  await page.getByLabel("Email").fill(bob.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/invite");
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(page.getByText(`You’re now in ${site.name}.`)).toBeVisible();
  const rail = page.getByRole("navigation", { name: "Main" });
  await rail.locator("summary").filter({ hasText: "Switch workspace" }).click();
  await expect(rail.getByRole("listitem").filter({ hasText: /Owner|Agent/ })).toHaveCount(2);
});

test("someone without a workspace joins one that they're invited to, where they're told that they have none", async ({
  page,
}) => {
  const { owner } = await newOwnerWithSite({ name: "Fjord Shop" });
  const [workspace] = await sql("UPDATE workspaces SET name = 'Fjord' WHERE owner_id = $1 RETURNING id", [
    owner.user.id,
  ]);
  const person = await newPerson();
  await sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [person.user.id]);
  const { email } = person;
  await newInvitation(String(workspace?.id), { email, email_key: email, invited_by: owner.user.id });
  await enterDashboard(page, person);
  await page.goto("/inbox");
  await expect(page).toHaveURL("/no-workspace");
  await expect(page.getByText(`${owner.email} invited you to Fjord as an agent.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Join Fjord" }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${workspace?.id}/inbox$`));
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});
