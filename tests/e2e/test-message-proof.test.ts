import type { Page } from "@playwright/test";
import { ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { PASSWORD } from "../support/factories.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { expect, test } from "../support/page-test.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

/*
 * The test message of a site's settings, with a service that sends mail and webhooks to real receivers.
 */

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ JOBS: "on" });
});
test.afterAll(() => world.close());

async function openSite(page: Page, { email }: { email: string }, siteId: string): Promise<void> {
  await page.goto(`${world.baseUrl}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/inbox");
  await page.goto(`${world.baseUrl}/settings/sites/${siteId}/install`);
}

// The question for the address may have gone there too.
const testMails = ({ email }: { email: string }) =>
  world.server.received.filter(({ to, mail }) => to.includes(email) && mail.text?.includes("This is a test"));

const newHook = async (owner: { token: string }, siteId: string, url: string) => {
  const added = await world.send("POST", `/sites/${siteId}/webhooks`, { token: owner.token, body: { url } });
  expect(added.status).toBe(201);
};

test("each channel of a test message shows its delivery, and the reason if it failed", async ({ page }) => {
  await using receiver = await startReceiver();
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  await newHook(owner, site.id, receiver.url);
  await openSite(page, owner, site.id);
  const send = page.getByRole("button", { name: "Send test message" });
  const hops = page.getByRole("list", { name: "Progress" }).getByRole("listitem");

  await send.click();
  await expect(hops).toHaveText([
    /Stored [\d.]+ m?s after you sent it/,
    /In your inbox, live, [\d.]+ m?s after you sent it/,
    "No device or app is notified.",
    /Not set up: notifications on a device, other apps such as Slack or ntfy\..*Set up notifications/,
    /Email accepted by the mail server after [\d.]+ m?s/,
    /Webhook delivered\. Response 204 in [\d.]+ m?s/,
  ]);
  await expect(hops.getByRole("img", { name: "Done" })).toHaveCount(4);
  await expect(hops.getByRole("link", { name: "Set up notifications" })).toBeVisible();
  expect(testMails(owner)).toHaveLength(1);
  expect(JSON.parse(receiver.received.at(-1)?.body ?? "{}")).toMatchObject({ data: { test: true } });

  receiver.behave((_, response) => response.writeHead(500).end("broken"));
  world.server.setReplies([{ at: "data", reply: { code: 451, text: "4.3.0 later" } }]);
  await send.click();
  await expect(hops.nth(4)).toContainText(
    "The mail server didn’t accept the email (451 4.3.0). It’s retried automatically",
  );
  await expect(hops.nth(5)).toContainText("The webhook failed. Response 500");
  await expect(hops.getByRole("img", { name: "Failed" })).toHaveCount(2);
});

test("a test message shows which channels it notified, what came of each, and why the others got nothing", {
  tag: "@journey",
}, async ({ page }) => {
  await using receiver = await startReceiver();
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const add = async (kind: string, name: string, path: string) => {
    const body = { kind, name, url: `${receiver.url}/${path}` };
    const added = await world.send("POST", "/account/channels", { token: owner.token, body });
    return ChannelResponse.parse(JSON.parse(added.text));
  };
  await add("ntfy", "Workshop", "kiln-street");
  await add("slack", "Team", "gone");
  const { channel } = await add("discord", "Night watch", "hook");
  await world.send("PATCH", `/account/channels/${channel.id}`, { token: owner.token, body: { backup: true } });
  receiver.behave(({ path }, response) => response.writeHead(path === "/gone" ? 410 : 200).end("{}"));
  await openSite(page, owner, site.id);
  await page.getByRole("button", { name: "Send test message" }).click();
  const hops = page.getByRole("list", { name: "Progress" }).getByRole("listitem");
  const notified = (name: string) => hops.filter({ hasText: name });
  await expect(hops.nth(2)).toHaveText(/^After [\d.]+ m?s: 1 person is notified through 2 channels\.$/);
  await expect(notified("Workshop")).toHaveText(/^Accepted by ntfy after [\d.]+ m?s\./);
  await expect(notified("Team")).toHaveText(
    /^Not accepted by Slack\..*The conversation or the channel no longer exists\./,
  );
  await expect(notified("Night watch")).toHaveText(/^Not sent to Discord\..*It’s a backup/);
  await expect(notified("Not set up")).toHaveText(/^Not set up: notifications on a device\./);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  // A stopped channel gets nothing the next time.
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(hops.nth(2)).toHaveText(/1 person is notified through/);
  await expect(notified("Team")).toHaveText(/^Not sent to Slack\./);
});

test("a failed delivery is listed with its reason, and retried when its owner asks", async ({ page }) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  world.server.setReplies([{ at: "rcpt", reply: { code: 550, text: "5.1.1 unknown" } }]);
  await openSite(page, owner, site.id);
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByText("The email can’t be delivered.")).toBeVisible();
  await page.getByRole("link", { name: "Failed deliveries" }).click();
  const row = page.getByRole("list", { name: "Failed deliveries" }).getByRole("listitem");
  await expect(row).toContainText("rejected the email or its address (550 5.1.1)");
  world.server.setReplies();
  await row.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Nothing has failed.")).toBeVisible();
  await expect.poll(() => testMails(owner).length).toBe(1);
});
