import { enterDashboard, listRows } from "../support/dashboard-page.ts";
import { openWidget, patchConversation, start } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

test("a conversation's site, assignee and labels share a row below the full name, and its row in the list names its only label where there's room", async ({
  page,
}) => {
  const { owner, sites } = await newTeam();
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  await sql("UPDATE users SET name = 'Ada Lovelace' WHERE id = $1", [owner.user.id]);
  const name = "Maria Fernanda González Rodríguez";
  const { conversationId } = await start(await openWidget(site), "Hello", { name });
  const labels = [await newLabel(owner, { name: "Refund" }), await newLabel(owner, { name: "Shipping" })];
  await patchConversation(owner, conversationId, {
    assignee: owner.user.id,
    labels: { add: labels.map(({ id }) => id) },
  });
  const other = await start(await openWidget(site), "Hello", { name: "Zoe" });
  await patchConversation(owner, other.conversationId, { labels: { add: labels.slice(0, 1).map(({ id }) => id) } });
  await enterDashboard(page, owner);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/inbox/${conversationId}`);
  const header = page.locator("main header").filter({ has: page.getByRole("heading", { level: 1, name }) });
  const chips = header.getByRole("list", { name: "Labels" }).getByRole("listitem");
  await expect(chips).toHaveText(["Refund", "Shipping"]);
  const title = header.getByRole("heading", { level: 1 }).locator("bdi");
  expect(await title.evaluate((one) => one.scrollHeight - one.clientHeight), "cut off the name").toBeLessThanOrEqual(1);
  const middles = [header.getByText(site.name), header.getByRole("button", { name: /^Assigned to/ }), chips.last()].map(
    async (one) => {
      const box = await one.boundingBox();
      return box ? box.y + box.height / 2 : Number.NaN;
    },
  );
  const [first = Number.NaN, ...others] = await Promise.all(middles);
  for (const middle of others) expect(Math.abs(middle - first), "not in the row").toBeLessThanOrEqual(3);
  await expect(listRows(page).filter({ hasText: name }).getByTitle("Refund, Shipping")).toBeVisible();
  const row = listRows(page).filter({ hasText: "Zoe" });
  await expect(row.getByText("Refund", { exact: true })).toBeVisible();
  await expect(row.getByTitle(site.name)).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(row.getByText("Refund", { exact: true })).toBeHidden();
  await expect(row.getByTitle("Refund", { exact: true })).toBeVisible();
});
