import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { ask } from "../support/api-client.ts";
import { inbox, type Owner } from "../support/factories.ts";
import { expect } from "../support/page-test.ts";
import { test } from "../support/vouching-shop.ts";
import { widgetOn } from "../support/widget-page.ts";

/** What the team sees of the only visitor's attributes, by name. */
async function attributesOf(owner: Owner) {
  const [conversation] = await inbox(owner);
  if (!conversation) return undefined;
  const path = `/conversations/${conversation.id}/visitor`;
  const { visitor } = await ask(ConversationVisitorResponse, 200, "GET", path, { token: owner.token });
  return visitor.attributes?.map(({ name, value, source }) => `${source} ${name}: ${value}`);
}

test.use({ expectedErrors: [/status of 409 \(Conflict\)/] });

test("what a page says before the first message waits for it, also over a page load, and later changes follow", {
  tag: "@journey",
}, async ({ page, shop }) => {
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  const say = (attributes: object) =>
    page.evaluate((given) => window.SiteInbox?.("identify", { attributes: given }), attributes);
  await say({ plan: "free", seats: 3, list: [1] });
  await expect.poll(() => shop.warnings).toHaveLength(1);
  expect(shop.warnings[0]).toContain("attribute list");
  expect(await inbox(shop.owner)).toEqual([]);
  await page.reload();
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await expect.poll(() => attributesOf(shop.owner)).toEqual(["page plan: free", "page seats: 3"]);

  await say({ plan: "pro", seats: null });
  await expect.poll(() => attributesOf(shop.owner)).toEqual(["page plan: pro"]);
});

test("attributes that a page says again are sent once, and a change of them is sent", async ({ page, shop }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/public/visitor/attributes")) sent.push(request.postData() ?? "");
  });
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  const say = (given: object) => page.evaluate((one) => window.SiteInbox?.("identify", one), given);
  await say({ name: "Ana", attributes: { plan: "free" } });
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await expect.poll(() => sent).toHaveLength(1);
  await page.reload();
  await say({ name: "Ana", attributes: { plan: "free" } });
  await say({ name: "Ana", attributes: { plan: "pro" } });
  await expect.poll(() => attributesOf(shop.owner)).toEqual(["page plan: pro"]);
  await expect.poll(() => sent).toHaveLength(2);
  expect(await inbox(shop.owner)).toMatchObject([{ visitorName: "Ana" }]);
});

test("attributes that don't fit beside earlier ones are left out with a warning, until the page removes some", async ({
  page,
  shop,
}) => {
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  const many = (start: string, value: string | null, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${start} ${at}`, value]));
  const say = (attributes: object) =>
    page.evaluate((given) => window.SiteInbox?.("identify", { attributes: given }), attributes);
  await say(many("old", "x", 22));
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await expect.poll(async () => (await attributesOf(shop.owner))?.length).toBe(22);
  await say(many("new", "y", 30));
  await expect.poll(() => shop.warnings).toHaveLength(1);
  expect(shop.warnings[0]).toContain("too many attributes: new 25,new 26,new 27,new 28,new 29");
  await say({ ...many("new", "y", 30), ...many("old", null, 20) });
  await expect.poll(async () => (await attributesOf(shop.owner))?.length).toBe(32);
  expect(shop.warnings).toHaveLength(1);
});

test("after a logout, nothing that the page said about one visitor is sent for the next", async ({ page, shop }) => {
  await page.goto(shop.host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await page.evaluate(() => window.SiteInbox?.("identify", { attributes: { plan: "secret" } }));
  await page.evaluate(() => window.SiteInbox?.("logout"));
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await expect.poll(() => inbox(shop.owner)).toHaveLength(1);
  await widget.write("Still there?");
  await widget.expectSent("Still there?");
  expect(await attributesOf(shop.owner)).toBeUndefined();
});
