import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { ask } from "../support/api-client.ts";
import { expect, test } from "../support/shop-test.ts";

test.use({ timezoneId: "Asia/Kathmandu", locale: "de-AT" });

test("the chat reports the visitor's pages only during a conversation on a site that collects them, each once", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const { token } = shop.owner;
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/visit")) reports.push(request.postData() ?? "");
  });
  const visitorDetails = (isOn: boolean) =>
    ask(SiteResponse, 200, "PATCH", `/sites/${shop.site.id}`, { token, body: { visitorDetails: isOn } });
  const details = async () => {
    const path = `/conversations/${(await shop.conversation()).id}/visitor`;
    return (await ask(ConversationVisitorResponse, 200, "GET", path, { token })).visitor.details;
  };

  await shop.visit(page);
  const frame = page.frameLocator("iframe");
  const composer = frame.getByRole("textbox").first();
  const write = async (text: string) => {
    await composer.fill(text);
    await composer.press("Enter");
    await expect(frame.locator(".message.sent").filter({ hasText: text })).toBeVisible();
  };
  await page.getByRole("button", { name: /chat/i }).click();
  await write("Ohne");
  expect(reports).toEqual([]);

  await visitorDetails(true);
  await page.goto(`${shop.host.neighbor}/?token=secret#me`);
  await expect.poll(async () => (await details())?.pages.length).toBe(1);
  expect(await details()).toMatchObject({
    language: "de-AT",
    timeZone: expect.stringMatching(/^Asia\/Kat[h]?mandu$/),
    pages: [{ url: `${shop.host.neighbor}/` }],
  });
  expect(reports.join()).not.toContain("secret");
  await page.reload();
  await page.getByRole("button", { name: /chat/i }).click();
  // A single-page app's steps count once they last, without a message.
  await page.evaluate(() => {
    for (const url of ["/redirect", "/cart?token=secret", "/cart#me"]) history.pushState(null, "", url);
  });
  await expect
    .poll(async () => (await details())?.pages.map(({ url }) => new URL(url).pathname))
    .toEqual(["/", "/cart"]);
  // The browser notifies the test of a request in its own time, and the service may have it by then.
  await expect.poll(() => reports).toHaveLength(2);
});
