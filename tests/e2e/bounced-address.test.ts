import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, replyBox } from "../support/dashboard-page.ts";
import { conversation, newConversation, newOwnerWithSite } from "../support/factories.ts";
import { misfits, overlaps } from "../support/page-layout.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

const MARK = "bounced_email = email, bounced_at = now() - interval '2 days', bounce = $2";

test("a conversation says that emails to its visitor come back, and why, until someone tries again", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, visitor, id } = await newConversation();
  const says = "5.1.1 <script>No such user</script>";
  await sql(`UPDATE visitors SET email = 'ada@example.com' WHERE id = $1`, [visitor.visitorId]);
  await sql(`UPDATE visitors SET ${MARK} WHERE id = $1`, [visitor.visitorId, says]);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  await expect(replyBox(page)).toBeVisible();
  await expect(page.getByText("Your reply is only in the chat. Emails to ada@example.com come back.")).toBeVisible();
  const panel = page.getByRole("complementary", { name: "Visitor" });
  await expect(panel).toContainText("Emails to ada@example.com come back: the mailbox doesn’t exist.");
  await expect(panel).toContainText("“<script>No such user</script>”");
  await expectAccessible(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const wrong of [misfits, overlaps]) expect(await wrong(page), `${width} pixels wide`).toEqual([]);
  }
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("come back")).toHaveCount(0);
  expect(await conversation(owner, id)).not.toHaveProperty("visitorEmailBounced");
});

test("a person sees in their settings that their own emails come back, and an admin sees it in the team", async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  const [workspace] = await sql("SELECT workspace_id AS id FROM sites WHERE id = $1", [site.id]);
  const member = await addMember(String(workspace?.id));
  for (const { user } of [owner, member])
    await sql(`UPDATE users SET ${MARK} WHERE id = $1`, [user.id, "5.1.2 No host"]);
  await enterDashboard(page, owner);
  await page.goto("/settings/account/notifications");
  const main = page.getByRole("main");
  await expect(main).toContainText(`Emails to ${owner.email} come back: its domain doesn’t exist or accepts no email.`);
  await expectAccessible(page);
  await main.getByRole("button", { name: "Try again" }).click();
  await expect(main).toContainText("Emails are sent to this address again.");
  await page.reload();
  await expect(main).not.toContainText("come back");

  await page.goto("/settings/team");
  const row = main.getByRole("list", { name: "Team" }).getByRole("listitem").filter({ hasText: member.email });
  await expect(row).toContainText("They get no email notifications.");
  await expectAccessible(page);
  await row.locator("summary").click();
  await row.getByRole("button", { name: "Try their email again" }).click();
  await expect(row).not.toContainText("come back");
});
