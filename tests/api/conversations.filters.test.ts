import { expect, test } from "@playwright/test";
import { ConversationListResponse } from "#lib/desk/conversations/schema.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { newOwnerWithSite, type Owner, openWidget, reply, start } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

async function listed({ token }: Owner, filter: Record<string, string>): Promise<string[]> {
  const query = new URLSearchParams({ ...filter, limit: "100" });
  const { conversations } = await ask(ConversationListResponse, 200, "GET", `/conversations?${query}`, { token });
  return conversations.map(({ lastMessagePreview }) => lastMessagePreview).toSorted();
}

const waited = (text: string, time: string) =>
  sql("UPDATE conversations SET waiting_since = now() - $2::interval WHERE last_message_preview = $1", [text, time]);

test("conversations are filtered by how long they've waited, with any other filter, order and search", async () => {
  const { owner, site } = await newOwnerWithSite();
  const prefix = site.id.slice(-6);
  for (const name of ["now", "hour", "day", "replied"]) {
    const { conversationId } = await start(await openWidget(site), `${prefix} ${name}`);
    if (name === "replied") await reply(owner, conversationId, `${prefix} reply`);
  }
  await waited(`${prefix} hour`, "61 minutes");
  await waited(`${prefix} day`, "25 hours");
  const [hour, day] = [`${prefix} hour`, `${prefix} day`];
  expect(await listed(owner, { waitingFor: "1h" })).toEqual([day, hour]);
  expect(await listed(owner, { waitingFor: "4h" })).toEqual([day]);
  expect(await listed(owner, { waitingFor: "1d", status: "open", snoozed: "false", siteId: site.id })).toEqual([day]);
  expect(await listed(owner, { waitingFor: "1h", order: "waiting" })).toEqual([day, hour]);
  expect(await listed(owner, { waitingFor: "3d" })).toEqual([]);
  expect(await listed(owner, { waitingFor: "1h", q: "hour" })).toEqual([hour]);
  expect(await listed(owner, { waitingFor: "1h", spam: "true" })).toEqual([]);
  await refuseFields(["waitingFor"], "GET", "/conversations?waitingFor=1w", { token: owner.token });
});

test("conversations are filtered by the visitor's language and email, and by a page in its address, as it is", async () => {
  const { owner, site } = await newOwnerWithSite();
  const begin = async (text: string, fields: object) => start(await openWidget(site), text, fields);
  await begin("German", { language: "de", pageUrl: "https://shop.example/Pricing?a=50%25_x" });
  await begin("English", { language: "en", email: "ada@example.com", pageUrl: "https://shop.example/cart" });
  await begin("None", {});
  expect(await listed(owner, { language: "de" })).toEqual(["German"]);
  expect(await listed(owner, { language: "ja" })).toEqual([]);
  expect(await listed(owner, { hasEmail: "true" })).toEqual(["English"]);
  expect(await listed(owner, { hasEmail: "true", language: "de" })).toEqual([]);
  expect(await listed(owner, { page: "/PRICING" })).toEqual(["German"]);
  expect(await listed(owner, { page: "50%25_x" })).toEqual(["German"]);
  expect(await listed(owner, { page: "%" })).toEqual(["German"]);
  expect(await listed(owner, { page: "shop.example", status: "open", snoozed: "false" })).toEqual([
    "English",
    "German",
  ]);
  expect(await listed(owner, { page: "cart", q: "english" })).toEqual(["English"]);
  await refuseFields(["language"], "GET", "/conversations?language=DE", { token: owner.token });
  await refuseFields(["page"], "GET", "/conversations?page=%20", { token: owner.token });
  await refuseFields(["hasEmail"], "GET", "/conversations?hasEmail=false", { token: owner.token });
});
