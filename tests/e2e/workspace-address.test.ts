import { UNTRIED } from "#client/unsent.ts";
import { enterDashboard, inside } from "../support/dashboard-page.ts";
import { allMessages, newConversation } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

test("a draft and an unsent reply that an earlier version left in the browser are there after an upgrade, and the reply is sent once", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto("/icon.svg");
  const unsent = { ...UNTRIED, key: "k1", to: id, body: "Since before", createdAt: new Date().toISOString(), order: 1 };
  const left = { [`draft:${id}`]: "Half a sent", "unsent:k1": JSON.stringify(unsent) };
  await page.evaluate(
    ([prefix, values]) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(prefix + name, value);
    },
    [`site-inbox:${owner.user.id}:`, left] as const,
  );
  await page.goto(`/inbox/${id}`);
  await expect(page).toHaveURL(inside(`/inbox/${id}`));
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Since before");
  await expect(page.getByRole("article").getByRole("textbox")).toHaveValue("Half a sent");
  await expect
    .poll(async () => (await allMessages(owner, id)).map(({ body }) => body))
    .toEqual(["Hello", "Since before"]);
  // Stored by the service a moment before the browser knows.
  const names = () => page.evaluate(() => Object.keys(localStorage));
  await expect
    .poll(async () => (await names()).filter((name) => /:[0-9a-f-]{36}:(draft|unsent):/.test(name)))
    .toEqual([expect.stringMatching(new RegExp(`^site-inbox:${owner.user.id}:[0-9a-f-]{36}:draft:${id}$`))]);
});
