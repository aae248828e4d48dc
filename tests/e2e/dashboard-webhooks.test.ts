import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { everyNth, upTo } from "../support/hostile-strings.ts";
import { watchForHostility } from "../support/hostile-watch.ts";
import { insertRows } from "../support/insert-rows.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { attempted, deliveries, holdBack, newListeningSite, open, patchHook, sendTest } from "../support/webhooks.ts";

const hooks = (page: Page) => page.getByRole("main");

test.describe("creating a webhook", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("reports an invalid URL, shows the secret once, and delivers a test event", { tag: "@journey" }, async ({
    page,
  }) => {
    await using receiver = await startReceiver();
    const { owner, site } = await newOwnerWithSite();
    await enterDashboard(page, owner);
    await page.goto(`/settings/sites/${site.id}/webhooks`);
    await expect(hooks(page).getByText("No webhooks yet.")).toBeVisible();
    await hooks(page).getByRole("button", { name: "Add webhook" }).click();
    await expect(hooks(page).getByText("No webhooks yet.")).toHaveCount(0);
    const address = hooks(page).getByLabel("URL", { exact: true });
    await address.fill("https://192.168.0.1/hook");
    await hooks(page).getByRole("button", { name: "Add webhook" }).click();
    await expect(
      hooks(page).getByText("Enter the address of a public host. Your administrator can allow others"),
    ).toBeVisible();
    await expect(address).toHaveValue("https://192.168.0.1/hook");
    await address.fill(`${receiver.url}/hook`);
    await hooks(page).getByRole("checkbox", { name: "A conversation was deleted" }).uncheck();
    await hooks(page).getByRole("button", { name: "Add webhook" }).click();
    const secret = await hooks(page).getByRole("textbox", { name: "Webhook secret" }).inputValue();
    await expectAccessible(page);
    await hooks(page).getByRole("button", { name: "Done, I’ve saved it" }).click();
    await page.reload();
    await expect(page.locator("body")).not.toContainText("whsec_");

    await hooks(page)
      .getByRole("link", { name: `${receiver.url}/hook` })
      .click();
    await expect(page.getByRole("checkbox", { name: "A conversation was deleted" })).not.toBeChecked();
    await page.getByRole("button", { name: "Send test event" }).click();
    await expect(page.getByRole("status").filter({ hasText: /./ })).toHaveText([
      "The test event was delivered. Response: 204.",
    ]);
    expect(open(receiver.received[0], secret)).toMatchObject({ type: "webhook.test" });
    await expect(page.getByRole("list", { name: "Deliveries" }).getByRole("listitem")).toHaveText([
      /webhook\.test.*Delivered after 1 attempt, response 204/,
    ]);
  });
});

test("a failed delivery shows its reason, request and response, and can be resent", async ({ page }) => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, hook, receiver } = listening;
  receiver.behave((_, response) => response.writeHead(500).end("out of order"));
  await start(await openWidget(site), "Hello");
  await receiver.receives(1);
  const id = (await deliveries(owner, hook))[0]?.id ?? "";
  await attempted(owner, hook, id, 1);
  await holdBack(id);
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/webhooks/${hook.id}`);
  await expect(page.getByText("No event has been delivered since")).toContainText("Response 500: the receiver failed.");
  await expectAccessible(page);
  await page.getByRole("link", { name: /message\.created/ }).click();
  await page.getByText("Request", { exact: true }).click();
  await page.getByText("Response", { exact: true }).click();
  await expect(page.getByText(`webhook-id: ${id}`)).toBeVisible();
  await expect(page.getByText("out of order")).toBeVisible();
  await expectAccessible(page);
  receiver.behave((_, response) => response.writeHead(204).end());
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("heading", { name: "Attempt 2: response 204" })).toBeVisible();
  await expect(page.getByText("Delivered.")).toBeVisible();
});

test("all failed deliveries of a webhook are sent again after a confirmation that says how many", async ({ page }) => {
  await using listening = await newListeningSite();
  const { owner, site, hook, receiver } = listening;
  const failed = { endpoint_id: hook.id, type: "message.created", status: "failed" };
  await insertRows(sql, "webhook_deliveries", [failed, failed, { ...failed, status: "delivered" }]);
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/webhooks/${hook.id}?status=failed`);
  await page.getByRole("button", { name: "Send all failed again" }).click();
  const dialog = page.getByRole("dialog", { name: "Send 2 events again?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send all failed again" }).click();
  await expect(page.getByText("2 events on the way. The log shows when they’re delivered.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send all failed again" })).toHaveCount(0);
  await receiver.receives(2);
  await page.goto(`/settings/sites/${site.id}/webhooks/${hook.id}`);
  await expect(page.getByRole("list", { name: "Deliveries" })).not.toContainText("Failed");
});

test("a webhook can be stopped, started and deleted, each with an explanation", async ({ page }) => {
  await using listening = await newListeningSite({ description: "Support desk" });
  const { owner, site, hook } = listening;
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/webhooks/${hook.id}`);
  await page.getByRole("button", { name: "Stop webhook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop webhook" }).click();
  await expect(page.getByText("It was stopped by an owner.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start webhook" }).click();
  await expect(page.getByText("Started. New events are sent from now on.")).toBeVisible();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(hooks(page).getByText("No webhooks yet.")).toBeVisible();
});

test("a receiver's response and a webhook's name are shown as text (F1)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  await using listening = await newListeningSite();
  const { owner, site, hook, receiver } = listening;
  const texts = everyNth(9, upTo(80));
  await enterDashboard(page, owner);
  for (const [at, text] of texts.entries()) {
    receiver.behave((_, response) => response.writeHead(500, { "content-type": "text/html" }).end(text));
    const { id } = await sendTest(owner, hook);
    await receiver.receives(at + 1);
    const sent = await attempted(owner, hook, id, 1);
    expect(sent.log[0]?.answer).toBe(text);
    await patchHook(owner, hook, { description: text });
    await page.goto(`/settings/sites/${site.id}/webhooks/${hook.id}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(text);
    await page.goto(`/settings/sites/${site.id}/webhooks/${hook.id}/${id}`);
    await page.getByText("Response", { exact: true }).click();
    expect(await page.locator("pre").last().textContent()).toBe(text);
    await watch.expectNothing(page);
  }
});
