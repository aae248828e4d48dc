import type { Page } from "@playwright/test";
import { WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, newOwnerInside } from "../support/dashboard-page.ts";
import { newApiKey, newSite, type Owner, openWidget, PASSWORD, sendMessage, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { codeOf, turnOnSecondFactor } from "../support/second-factor.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

const nav = (page: Page) => page.getByRole("navigation", { name: "Settings" }).getByRole("link");
const toast = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** Looks at a page at its narrowest, and as wide as before. */
async function expectNarrow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
}

/** Opens a page of the command menu, with the keyboard only. */
async function openByKeyboard(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command menu" }).fill(typed);
  await expect(page.getByRole("option").first()).toHaveAccessibleName(new RegExp(typed));
  await page.keyboard.press("Enter");
}

async function prove(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

// A wrong password, a role below a page, and the stream of someone who may no longer read.
test.use({ expectedErrors: [/status of 40[134]/] });

test("someone who works alone names the workspace, and gets no settings for a team", { tag: "@journey" }, async ({
  page,
}) => {
  const owner = await newOwnerInside(page);
  await page.goto("/settings/team");
  // The security of the account, as that of a workspace is about its members.
  await expect(nav(page).filter({ hasText: /^(General|Security)$/ })).toHaveText(["General", "Security"]);
  await page.getByRole("button", { name: "Invite teammate" }).click();
  await expect(page.getByText(`Invitations will show this workspace as “${owner.email}’s workspace”.`)).toBeVisible();
  await page.getByRole("link", { name: "Change name" }).click();
  await expect(page.getByLabel("Workspace name")).toHaveValue(`${owner.email}’s workspace`);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel("Workspace name").fill("Kiln Street");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.keyboard.press("Control+k");
  const options = page.getByRole("option");
  await page.getByRole("combobox", { name: "Command menu" }).fill("Workspace");
  await expect(options.filter({ hasText: "Workspace name and owners" })).toHaveCount(1);
  await expect(options.filter({ hasText: "Workspace security" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await openByKeyboard(page, "Team");
  await page.getByRole("button", { name: "Invite teammate" }).click();
  await expect(page.getByText("Invitations will show this workspace as “Kiln Street”.")).toBeVisible();
});

test("an owner sets how replies assign, an admin of one site only sees it, and an agent finds no way there", async ({
  page,
}) => {
  const { owner, limitedAdmin, agent, workspaceId } = await newTeam();
  const path = `/w/${workspaceId}/settings/general`;
  await enterDashboard(page, owner);
  await page.goto(`/w/${workspaceId}/settings/team`);
  await nav(page).filter({ hasText: "General" }).click();
  const claims = page.getByRole("checkbox", { name: "Claim a conversation with the first reply" });
  await expect(claims).toBeChecked();
  await expect(page.getByRole("region", { name: "Owners" })).toContainText(owner.email);
  await expectNarrow(page);
  await claims.uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const { workspace } = await ask(WorkspaceResponse, 200, "GET", "/workspace", { token: owner.token });
  expect(workspace.claimsOnReply).toBe(false);

  await enterDashboard(page, limitedAdmin);
  await page.goto(path);
  await expect(page.getByRole("main")).toContainText("An admin with access to all sites can change this.");
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete workspace" })).toHaveCount(0);
  await expectAccessible(page);

  await enterDashboard(page, agent);
  expect((await page.goto(path))?.status()).toBe(403);
});

test("an owner requires two-factor login from a day on, and a member is reminded before it and can't go on without it after", async ({
  page,
}) => {
  const {
    owner,
    admin,
    agent,
    workspaceId,
    sites: [site],
  } = await newTeam();
  if (!site) throw new Error("the team has no site");
  const path = `/w/${workspaceId}/settings/security`;
  const section = page.getByRole("region", { name: "Two-factor login" });
  await enterDashboard(page, owner);
  await page.goto(path);
  await expect(section).toContainText("Not required. 0 of 4 have set it up.");
  await expect(section.getByRole("link", { name: "Set it up" })).toHaveAttribute(
    "href",
    inside("/settings/account/security"),
  );
  await turnOnSecondFactor(owner);
  await page.reload();
  await expect(section.getByRole("listitem")).toHaveText([admin.email, /.+/, agent.email]);
  await section.getByRole("button", { name: "Require two-factor login" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  const date = dialog.getByLabel("From");
  const suggested = await date.inputValue();
  await date.fill("2020-01-01");
  await dialog.getByLabel("Your password").fill("not my password");
  await page.keyboard.press("Enter");
  await expect(date).toHaveAccessibleDescription("Choose a date at least 24 hours from now.");
  await date.fill(suggested);
  // Unlike a key, it waits until the form is done with the first try.
  await dialog.getByRole("button", { name: "Require two-factor login" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/Incorrect password/);
  await prove(page, "Require two-factor login");
  await expect(section).toContainText(/Required from .+\. 1 of 4 has set it up\./);
  await expectNarrow(page);

  await enterDashboard(page, agent);
  await page.goto(`/w/${workspaceId}/inbox`);
  const banner = page.getByRole("complementary", { name: "Two-factor login" });
  await expect(banner).toContainText(/ requires two-factor login from .+\./);
  await expectNarrow(page);
  await banner.getByRole("link", { name: "Set it up" }).click();
  await expect(page).toHaveURL(inside("/settings/account/security"));

  // Someone who's in another workspace, too, isn't kept from that one. Their open page leaves the one that requires it.
  const call = { token: agent.token, body: { name: "Fjord" } };
  const elsewhere = (await ask(WorkspaceResponse, 201, "POST", "/workspaces", call)).workspace;
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello");
  await sql("UPDATE workspaces SET second_factor_from = now() WHERE id = $1", [workspaceId]);
  // By the first event for which what they may see is read again, which happens every two seconds at most.
  await expect(async () => {
    await sendMessage(visitor, conversationId, "Is anyone there?");
    await expect(page).toHaveURL(/\/second-factor$/, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("requires two-factor login");
  await expectNarrow(page);
  await expect(page.getByRole("link", { name: "Fjord" })).toHaveAttribute("href", `/w/${elsewhere.id}/inbox`);
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const secret = await page.getByLabel("Key", { exact: true }).inputValue();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page).toHaveURL(inside("/inbox"));

  await enterDashboard(page, owner);
  await page.goto(path);
  await expect(section).toContainText(/Required since .+\. 2 of 4 have set it up\./);
  await section.getByRole("button", { name: "Stop requiring it" }).click();
  await prove(page, "Stop requiring it");
  await expect(section).toContainText("Not required.");
});

test("an admin sees the API keys of people they manage and revokes one, and an owner sets how long activity is kept", async ({
  page,
}) => {
  const { owner, admin, limitedAdmin, agent, workspaceId } = await newTeam();
  const [{ key }] = [await newApiKey(agent, "write"), await newApiKey(owner)];
  await enterDashboard(page, admin);
  await gotoLive(page, "/inbox");
  await openByKeyboard(page, "Team API keys");
  const keys = page.getByRole("list", { name: "Team API keys" }).getByRole("listitem");
  await expect(keys).toHaveCount(1);
  await expect(keys).toContainText(new RegExp(`${agent.email} · Read and write · created .+ · not used yet`));
  await expect(page.getByRole("region", { name: "Activity log" }).getByRole("button")).toHaveCount(0);
  await keys.getByRole("button", { name: `Revoke Nightly report, ending in ${key.hint}` }).click();
  await expect(page.getByRole("dialog")).toContainText(agent.email);
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("There are no API keys you can revoke.")).toBeVisible();
  await expect.poll(() => sql("SELECT id FROM api_keys WHERE id = $1", [key.id])).toEqual([]);

  await enterDashboard(page, limitedAdmin);
  await page.goto(`/w/${workspaceId}/settings/security`);
  await expect(page.getByRole("region", { name: "Two-factor login" })).toContainText(
    "Of the people you can see, 0 of ",
  );

  await enterDashboard(page, owner);
  await page.reload();
  const log = page.getByRole("region", { name: "Activity log" });
  await log.getByRole("button", { name: "Change how long activity is kept" }).click();
  await page.getByLabel("Keep activity for").selectOption("365 days");
  await expectAccessible(page);
  await prove(page, "Change");
  await expect(log).toContainText("Kept for 365 days.");
});

/** A second page, of another person. */
async function pageOf(page: Page, person: Owner): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("the page has no browser");
  const other = await context.newPage();
  await enterDashboard(other, person);
  return other;
}

test("ownership is handed over: offered, withdrawn, offered again, declined, and accepted by someone who sees it live", async ({
  page,
}) => {
  const { owner, admin, workspaceId } = await newTeam();
  const team = `/w/${workspaceId}/settings/team`;
  const row = (on: Page, { email }: Owner) =>
    on.getByRole("list", { name: "Team" }).getByRole("listitem").filter({ hasText: email });
  const offer = async () => {
    await row(page, admin).locator("summary").click();
    await row(page, admin).getByRole("button", { name: "Offer ownership" }).click();
  };
  const taker = await pageOf(page, admin);
  await taker.goto(`/w/${workspaceId}/inbox`);
  const banner = taker.getByRole("complementary", { name: "Ownership offer" });
  await enterDashboard(page, owner);
  await page.goto(team);
  const mine = page.getByRole("region", { name: "Ownership offer" });
  await offer();
  await expectAccessible(page);
  await prove(page, "Offer ownership");
  await expect(mine).toContainText(`You offered ownership to ${admin.email}.`);
  await expect(mine).toContainText(/You become an admin once they accept\. The offer expires in \d days\./);
  await expect(banner).toContainText(`${owner.email} wants to make you an owner of`);
  await mine.getByRole("button", { name: "Withdraw offer" }).click();
  await expect(mine).toHaveCount(0);
  await expect(banner).toHaveCount(0);

  await offer();
  await prove(page, "Offer ownership");
  await banner.getByRole("link", { name: "See offer" }).click();
  const theirs = taker.getByRole("region", { name: "Ownership offer" });
  await expect(theirs).toBeVisible();
  await expectNarrow(taker);
  await theirs.getByRole("button", { name: "Decline" }).click();
  await expect(mine).toHaveCount(0);

  await offer();
  await page.getByRole("checkbox", { name: "I stay an owner too" }).check();
  await prove(page, "Offer ownership");
  await expect(theirs).toContainText(`${owner.email} stays an owner too.`);
  await theirs.getByRole("button", { name: "Accept ownership" }).click();
  await expectAccessible(taker);
  await prove(taker, "Accept ownership");
  await expect(row(taker, admin)).toContainText("Owner · All sites");
  await expect(row(page, admin)).toContainText("Owner · All sites");
  await expect(row(page, owner)).toContainText("Owner · All sites");
  await taker.context().close();
});

test("someone creates a second workspace, switches back and deletes it, and each page says where they are now", {
  tag: "@journey",
}, async ({ page }) => {
  const owner = await newOwnerInside(page);
  const site = await newSite(owner, { name: "Fjord" });
  const { workspace } = await ask(WorkspaceResponse, 200, "GET", "/workspace", { token: owner.token });
  await addMember(workspace.id);
  await gotoLive(page, "/inbox");
  await openByKeyboard(page, "Create workspace");
  // The page before it has a title, too.
  await expect(page).toHaveTitle(/^Create workspace/);
  await expectAccessible(page);
  await page.getByLabel("Workspace name").fill("Kiln Street");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/settings/sites/new"));
  await expect(toast(page, "You’re now in Kiln Street.")).toBeVisible();

  const rail = page.getByRole("navigation", { name: "Main" });
  await rail.locator("summary").filter({ hasText: "Switch workspace" }).click();
  await expect(rail.getByRole("link", { name: "Create workspace" })).toBeVisible();
  await rail.getByRole("link", { name: workspace.name }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${workspace.id}/inbox$`));
  await expect(toast(page, `You’re now in ${workspace.name}.`)).toBeVisible();

  await page.goto(`/w/${workspace.id}/settings/general`);
  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveText([
    `1 site is erased with all its conversations, visitors, messages and notes. Its widget disappears from your pages: ${site.name}`,
    "Labels, saved replies, webhooks, API keys, invitations and the activity log are erased too.",
    "1 other person loses access immediately. They keep their account.",
    "You’ll be taken to Kiln Street.",
  ]);
  await expectNarrow(page);
  await dialog.getByLabel("The workspace’s name, to confirm").fill("Kiln Street");
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(dialog.getByLabel("The workspace’s name, to confirm")).toHaveAccessibleDescription(
    `This isn’t the workspace’s name. Enter ${workspace.name}.`,
  );
  // As a keyboard writes the apostrophe.
  await dialog.getByLabel("The workspace’s name, to confirm").fill(workspace.name.replace("’", "'"));
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(page).not.toHaveURL(new RegExp(workspace.id));
  await expect
    .poll(() => sql("SELECT id FROM workspaces WHERE id = $1 AND closed_at IS NULL", [workspace.id]))
    .toEqual([]);
});

test("someone who's removed from the workspace on screen lands in their other one, and reads why", async ({ page }) => {
  const person = await newOwnerInside(page);
  const { owner, workspaceId } = await newTeam();
  const { workspace } = await ask(WorkspaceResponse, 200, "GET", "/workspace", { token: owner.token });
  await sql("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", [
    workspaceId,
    person.user.id,
  ]);
  await gotoLive(page, `/w/${workspaceId}/inbox`);
  await askNothing("DELETE", `/members/${person.user.id}`, { token: owner.token });
  await expect(page).not.toHaveURL(new RegExp(workspaceId));
  await expect(toast(page, `You no longer have access to ${workspace.name}.`)).toBeVisible();
});
