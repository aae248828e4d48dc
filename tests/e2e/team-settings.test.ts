import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { expect, test } from "../support/page-test.ts";
import { newTeam } from "../support/team.ts";

test.use({ expectedErrors: [/status of 403/] });

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
  for (const path of [`${base}/deliveries`, `${base}/sites/new`, `${site}/appearance`, `${site}/danger`]) {
    expect((await page.goto(path))?.status(), path).toBe(403);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your role doesn’t allow this");
  }
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Open inbox" })).toBeVisible();

  await enterDashboard(page, owner);
  expect((await page.goto(`${site}/danger`))?.status()).toBe(200);
  await expect(nav).toHaveCount(10);
});
