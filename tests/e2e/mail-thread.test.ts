import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newConversation, reply, sendMessage } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";

type Mail = {
  from_address?: string | null;
  belief: string;
  believed_by?: string;
  subject?: string;
  quoted?: string;
  left_out?: object[];
};

/** Makes a stored message one that came by email. */
async function asMail(messageId: string, mail: Mail): Promise<void> {
  await sql("UPDATE messages SET came_by = 'email' WHERE id = $1", [messageId]);
  await insertRows(sql, "message_mails", [{ message_id: messageId, left_out: [], ...mail }]);
}

test("a message that came by email says from which address, and has the quote behind a button", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, visitor, id } = await newConversation();
  await reply(owner, id, "Yes, since Monday.");
  const own = await sendMessage(visitor, id, "Great, I'll take two.");
  const other = await sendMessage(visitor, id, "Me too");
  const nobody = await sendMessage(visitor, id, "And I");
  const quoted = "On Monday, Corner shop wrote:\n> Yes, since Monday.";
  await asMail(own.id, { from_address: "grace@example.com", belief: "claimed", subject: "Re: Two", quoted });
  const leftOut = [{ name: "setup.exe", size: 812, reason: "kind" }];
  await asMail(other.id, { from_address: "eve@evil.example", belief: "other", left_out: leftOut });
  await asMail(nobody.id, { from_address: null, belief: "other" });
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  const message = (seq: number) => page.locator(`[data-message="${seq}"]`);
  await expect(message(3)).toContainText("By email from grace@example.com");
  await expect(message(4)).toContainText("By email from eve@evil.example, not their address");
  await expect(message(4)).toContainText("setup.exe wasn’t kept: this site doesn’t accept such files.");
  await expect(message(5)).toContainText("By email, without a sender");
  await expect(message(3).getByText("Yes, since Monday.")).toBeHidden();
  await expectAccessible(page);
  await message(3).getByText("…").click();
  await expect(message(3).getByText("Yes, since Monday.")).toBeVisible();
  await expect(message(3)).toContainText("Subject: Re: Two");
  // Nothing is kept of it any longer, or never was.
  await expect(message(3).getByRole("link", { name: "Download the original" })).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("mail-thread.png"), fullPage: true });
});

test("a teammate's reply by email says why it's believed, and folds nothing", async ({ page }) => {
  const { owner, id } = await newConversation();
  const from_address = "olga@example.com";
  const ways = [
    { belief: "dkim", believed_by: "example.com", words: "By email from olga@example.com, signed by example.com" },
    { belief: "results", believed_by: "example.com", words: "checked by your mail server for example.com" },
    { belief: "spf", believed_by: "example.com", words: "sent by a server of example.com" },
    { belief: "click", words: "By email from olga@example.com, confirmed with a link" },
  ];
  for (const { words: _, ...way } of ways) {
    const { id: messageId } = await reply(owner, id, "Yes");
    await asMail(messageId, { from_address, ...way });
  }
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  for (const [at, { words }] of ways.entries()) {
    await expect(page.locator(`[data-message="${at + 2}"]`)).toContainText(words);
  }
  await expectAccessible(page);
});

test("an admin finds the link to the original in the thread until it's removed", async ({ page }) => {
  const { owner, visitor, id } = await newConversation();
  const { id: messageId } = await sendMessage(visitor, id, "As it came");
  const hash = "ab".repeat(32);
  await insertRows(sql, "stored_files", [
    { hash, storage_key: `${hash}-${"0".repeat(12)}`, media_type: "message/rfc822" },
  ]);
  const [received] = await insertRows(sql, "received_mails", [
    {
      conversation_id: id,
      status: "stored",
      raw_hash: hash,
      raw_until: new Date(Date.now() + 86_400_000),
      place_hash: `\\x${hash}`,
    },
  ]);
  await asMail(messageId, { from_address: "grace@example.com", belief: "claimed" });
  await sql("UPDATE message_mails SET received_id = $1 WHERE message_id = $2", [received?.id, messageId]);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  await page.locator('[data-message="2"]').getByText("…").click();
  const link = page.getByRole("link", { name: "Download the original" });
  await expect(link).toHaveAttribute(
    "href",
    new RegExp(`^/conversations/${id}/messages/${messageId}/original\\?workspaceId=`),
  );
  await sql("UPDATE received_mails SET raw_hash = NULL WHERE id = $1", [received?.id]);
  await page.reload();
  await expect(page.getByText("By email from grace@example.com")).toBeVisible();
  await expect(link).toHaveCount(0);
});
