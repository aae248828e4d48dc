import type { Page } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, send } from "../support/api-client.ts";
import { enterDashboard, inside } from "../support/dashboard-page.ts";
import { newConversation, type Owner } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

const people = (page: Page) => page.getByRole("list", { name: "Team" }).getByRole("listitem");
const row = (page: Page, { email }: Owner) => people(page).filter({ hasText: email });

async function choose(page: Page, person: Owner, action: string) {
  await row(page, person).locator("summary").click();
  await row(page, person).getByRole("button", { name: action }).click();
}

/** How far the page could be scrolled sideways. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

// Someone who leaves has no stream there.
test.use({ expectedErrors: [/status of 403|status of 404 .*\/events\)/] });

test("an agent sees the settings they can use, and any other page says that their role doesn't allow it", async ({
  page,
}) => {
  const { agent, owner, sites, workspaceId } = await newTeam();
  const base = `/w/${workspaceId}/settings`;
  const site = `${base}/sites/${sites[0]?.id}`;
  const nav = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await enterDashboard(page, agent);
  await page.goto(`${base}/sites`);
  await expect(nav).toHaveText([
    "Team",
    "Saved replies",
    "Labels",
    "Sites",
    "Overview",
    "Profile",
    "Notifications",
    "Security",
    "Sessions",
    "API keys",
  ]);
  await expectAccessible(page);
  await page.goto(site);
  await expect(nav).toHaveText(["Sites", "Overview", "Notifications"]);
  for (const path of [
    `${base}/activity`,
    `${base}/deliveries`,
    `${base}/sites/new`,
    `${site}/appearance`,
    `${site}/danger`,
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(403);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your role doesn’t allow this");
  }
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Open inbox" })).toBeVisible();

  await enterDashboard(page, owner);
  expect((await page.goto(`${site}/danger`))?.status()).toBe(200);
  await expect(nav).toHaveCount(16);
});

test("someone with teammates and no name is asked for one on the team's page, until they have it", async ({ page }) => {
  const { agent, workspaceId } = await newTeam();
  await enterDashboard(page, agent);
  await page.goto(`/w/${workspaceId}/settings/team`);
  const line = page.getByText(`Teammates see you as ${agent.email}.`);
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await line.getByRole("link", { name: "Add your name" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Mara Lind");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`/w/${workspaceId}/settings/team`);
  await expect(row(page, agent)).toContainText("Mara Lind");
  await expect(page.getByText("Teammates see you as")).toHaveCount(0);
});

test("a workspace's owner changes a teammate's role and sites, suspends, restores and removes them, and sees what goes with it", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, admin, limitedAdmin, agent, sites, workspaceId } = await newTeam();
  await enterDashboard(page, owner);
  await page.goto(`/w/${workspaceId}/settings/team`);
  await expect(people(page)).toHaveCount(4);
  await expect(row(page, owner)).toContainText(/You.*Owner · All sites/);
  await expect(row(page, limitedAdmin)).toContainText("Admin · 1 site");
  await expectAccessible(page);

  await choose(page, agent, "Change role and sites");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Agent" })).toBeChecked();
  await expect(dialog.locator(`input[value="${sites[0]?.id}"]`)).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Admin" }).check();
  await dialog.getByRole("radio", { name: "All sites, including new ones" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, agent)).toContainText("Admin · All sites");

  await choose(page, admin, "Suspend");
  await expect(dialog).toContainText("can’t use this workspace until you restore their access");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(row(page, admin)).toContainText("Suspended");
  await choose(page, admin, "Restore");
  await expect(row(page, admin)).not.toContainText("Suspended");

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await choose(page, admin, "Remove");
  await expect(dialog).toContainText("They’re logged out everywhere");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `Remove ${admin.email}` }).click();
  await expect(people(page)).toHaveCount(3);
  await expect(page.getByText(`${admin.email} was removed.`)).toBeVisible();
});

test("an agent sees those who share a site, and can only leave", async ({ page }) => {
  const { agent, workspaceId, sites } = await newTeam();
  const elsewhere = await addMember(workspaceId, { siteIds: [sites[1]?.id ?? ""] });
  await enterDashboard(page, agent);
  await page.goto(`/w/${workspaceId}/settings/team`);
  await expect(people(page)).toHaveCount(4);
  await expect(row(page, elsewhere)).toHaveCount(0);
  await expect(people(page).locator("summary")).toHaveCount(1);
  await choose(page, agent, "Leave workspace");
  await page.getByRole("dialog").getByRole("button", { name: "Leave workspace" }).click();
  await expect(page).toHaveURL(/\/(no-workspace|login)/);
});

test("the workspace's activity says who did what, by person, action and site", async ({ page }) => {
  const { owner, admin, agent, sites, workspaceId } = await newTeam();
  const log = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  const { token } = owner;
  await ask(SiteResponse, 200, "PATCH", `/sites/${sites[0]?.id}`, { token, body: { name: "Fjord" } });
  await send("PATCH", `/members/${agent.user.id}`, { token, body: { role: "admin" } });
  await enterDashboard(page, admin);
  await page.goto(`/w/${workspaceId}/settings/activity`);
  await expect(log.first()).toContainText(`${owner.email} made ${agent.email} an admin`);
  await expect(log.filter({ hasText: "changed Fjord" })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByLabel("Action").selectOption("Site changed");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(log).toHaveCount(1);
  await expect(page).toHaveURL(/\/settings\/activity\?action=site.changed$/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel("Person").selectOption(agent.email);
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
});

test("an activity log of several pages leads to older entries and back", async ({ page }) => {
  const { owner, workspaceId } = await newTeam();
  await sql(
    `INSERT INTO activity (id, workspace_id, at, actor_id, via, action, data)
     SELECT gen_random_uuid(), $1, now() - n * interval '1 minute', $2, 'session', 'workspace.renamed', '{}'
     FROM generate_series(1, 60) n`,
    [workspaceId, owner.user.id],
  );
  const log = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await enterDashboard(page, owner);
  await page.goto(`/w/${workspaceId}/settings/activity`);
  await expect(log).toHaveCount(50);
  await page.getByRole("link", { name: "Show older" }).click();
  await expect(log).not.toHaveCount(50);
  await page.getByRole("link", { name: "Back to newest" }).click();
  await expect(log).toHaveCount(50);
});

test("someone in two workspaces switches between them, each with its own drafts, and a suspended one says so", async ({
  page,
}) => {
  const { workspaceId, agent } = await newTeam();
  const { owner: other, id } = await newConversation();
  const [row] = await sql("UPDATE workspaces SET name = 'Kiln Street' WHERE owner_id = $1 RETURNING id", [
    other.user.id,
  ]);
  await sql(
    "INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now() + interval '1 s')",
    [row?.id, agent.user.id],
  );
  await enterDashboard(page, agent);
  await page.goto("/inbox");
  await expect(page).toHaveURL(new RegExp(`/w/${workspaceId}/inbox$`));
  const rail = page.getByRole("navigation", { name: "Main" });
  await rail.locator("summary").filter({ hasText: "Switch workspace" }).click();
  await expectAccessible(page);
  await rail.getByRole("link", { name: "Kiln Street" }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${row?.id}/inbox$`));
  await page.goto(`/w/${row?.id}/inbox/${id}`);
  await page.getByRole("article").getByRole("textbox").fill("Half a sent");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft:"))))
    .toEqual([`site-inbox:${agent.user.id}:${row?.id}:draft:${id}`]);
  await page.goto("about:blank");
  await sql("UPDATE members SET standing = 'suspended' WHERE workspace_id = $1 AND user_id = $2", [
    row?.id,
    agent.user.id,
  ]);
  await sql("DELETE FROM members WHERE workspace_id = $1 AND user_id = $2", [workspaceId, agent.user.id]);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have no workspace yet");
  await expect(page.getByText(/Your access to .* is suspended/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Workspace name").fill("Kiln Street");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page).toHaveURL(inside("/settings/sites/new"));
});
