import { WordsResponse } from "#lib/sites/words/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";

test("an owner translates the welcome, the reply time and the questions, and visitors of the language get them", {
  tag: "@journey",
}, async ({ page, browser }) => {
  const { owner, site } = await newOwnerWithSite({ welcomeMessage: "Hello! Ask us." });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  const welcome = page.getByRole("group", { name: "Welcome message" });
  await welcome.getByRole("button", { name: "Deutsch" }).click();
  const german = page.getByLabel("Welcome message, Deutsch");
  await expect(german).toHaveAttribute("placeholder", "Hello! Ask us.");
  await german.fill("Hallo! Fragt uns.");
  const replyTime = page.getByRole("group", { name: "In your own words" });
  await replyTime.getByRole("button", { name: "Deutsch" }).click();
  await page.getByLabel("In your own words, Deutsch").fill("Noch am selben Tag");
  const questions = page.getByRole("group", { name: "Starter questions" });
  await questions.getByRole("button", { name: "Deutsch" }).click();
  await page.getByLabel("Question 1, Deutsch").fill("Wo ist meine Bestellung?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Your pages update within two minutes.")).toBeVisible();
  const { words } = await ask(WordsResponse, 200, "GET", `/sites/${site.id}/words`, { token: owner.token });
  expect(words).toEqual({
    de: {
      welcomeMessage: "Hallo! Fragt uns.",
      replyTimeText: "Noch am selben Tag",
      starterQuestions: ["Wo ist meine Bestellung?"],
    },
  });

  const host = await startHostSite({
    "/": { head: widgetTag(site.publicKey, 'data-language="de"') },
    "/en": { head: widgetTag(site.publicKey) },
  });
  const visitor = await (await browser.newContext()).newPage();
  const session = visitor.waitForResponse("**/public/widget-session");
  await visitor.goto(host.origin);
  await visitor.getByRole("button", { name: "Chat öffnen" }).click();
  const frame = visitor.frameLocator("iframe");
  await session;
  await expect(frame.getByText("Hallo! Fragt uns.")).toBeVisible();
  await expect(frame.getByText("Noch am selben Tag")).toBeVisible();
  await expect(frame.getByRole("button", { name: "Wo ist meine Bestellung?" })).toBeVisible();
  await visitor.goto(`${host.origin}/en`);
  await visitor.getByRole("button", { name: "Open chat" }).click();
  await expect(frame.getByText("Hello! Ask us.")).toBeVisible();
  await visitor.context().close();
  await host.close();
});
