import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { WordsResponse } from "#lib/sites/words/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, type Owner, openWidget } from "../support/factories.ts";
import { HOSTILE_STRINGS } from "../support/hostile-strings.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

type Site = { id: string; publicKey: string };
const pathOf = ({ id }: Site, language = "") => `/sites/${id}/words${language && `/${language}`}`;
const wordsOf = async ({ token }: Owner, site: Site) =>
  (await ask(WordsResponse, 200, "GET", pathOf(site), { token })).words;
const put = async ({ token }: Owner, site: Site, language: string, body: object) =>
  (await ask(WordsResponse, 200, "PUT", pathOf(site, language), { token, body })).words;

/** What the frame's document says of the site. */
async function frameOf({ publicKey }: Site, language: string) {
  const text = await (await fetch(`${testEnvironment.baseUrl}/widget/frame?site=${publicKey}&lang=${language}`)).text();
  const [, data = ""] = /data-site="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(
    data
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}

test("texts are set by language, a null one is removed, the others stay, and a language can be removed", async () => {
  const { owner, site } = await newOwnerWithSite();
  expect(await wordsOf(owner, site)).toEqual({});
  const de = { welcomeMessage: "Hallo!", starterQuestions: ["Wo ist meine Bestellung?"] };
  expect(await put(owner, site, "de", de)).toEqual({ de });
  const fr = { awayText: "Nous revenons\nlundi.", replyTimeText: "Sous une heure" };
  expect(await put(owner, site, "fr", fr)).toEqual({ de, fr });
  expect(await put(owner, site, "de", { starterQuestions: null })).toEqual({ de: { welcomeMessage: "Hallo!" }, fr });
  expect(await put(owner, site, "de", { welcomeMessage: null })).toEqual({ fr });
  expect(await put(owner, site, "es", {})).toEqual({ fr });
  await askNothing("DELETE", pathOf(site, "fr"), { token: owner.token });
  expect(await wordsOf(owner, site)).toEqual({});
  expect(await sql("SELECT count(*)::int FROM site_words WHERE site_id = $1", [site.id])).toEqual([{ count: 0 }]);
});

test("two changes of a language at once keep both texts", async () => {
  const { owner, site } = await newOwnerWithSite();
  await Promise.all([
    put(owner, site, "ja", { welcomeMessage: "こんにちは" }),
    put(owner, site, "ja", { replyTimeText: "すぐに" }),
  ]);
  expect(await wordsOf(owner, site)).toEqual({ ja: { welcomeMessage: "こんにちは", replyTimeText: "すぐに" } });
});

test("a visitor's frame and session have the texts of their language, and others the site's own", async () => {
  const { owner, site } = await newOwnerWithSite({ welcomeMessage: "Hello!" });
  const body = { starterQuestions: ["Where is it?"], replyTimeText: "Within a day" };
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body });
  await put(owner, site, "de", { welcomeMessage: "Hallo!", replyTimeText: "Noch heute" });
  await put(owner, site, "ar", { welcomeMessage: "مرحبا", starterQuestions: ["أين طلبي؟", "كم السعر؟"] });
  const own = { welcomeMessage: "Hello!", ...body };
  const expected = {
    en: own,
    de: { ...own, welcomeMessage: "Hallo!", replyTimeText: "Noch heute" },
    ar: { ...own, welcomeMessage: "مرحبا", starterQuestions: ["أين طلبي؟", "كم السعر؟"] },
    xx: own,
  };
  for (const [language, texts] of Object.entries(expected)) {
    expect(await frameOf(site, language), language).toMatchObject(texts);
    expect((await openWidget(site, { language })).site, language).toMatchObject(texts);
  }
  expect((await openWidget(site)).site).toMatchObject(own);
});

test("texts that can't be are refused, each with its field, and so is a language that the widget doesn't have", async () => {
  const { owner, site } = await newOwnerWithSite();
  const refused = (field: string, body: object) =>
    refuseFields([field], "PUT", pathOf(site, "de"), { token: owner.token, body });
  await refused("welcomeMessage", { welcomeMessage: "a".repeat(181) });
  await refused("welcomeMessage", { welcomeMessage: " " });
  await refused("starterQuestions", { starterQuestions: [] });
  await refused("starterQuestions", { starterQuestions: ["a", "b", "c", "d"] });
  await refused("starterQuestions.1", { starterQuestions: ["a", "b\nc"] });
  await refused("awayText", { awayText: "a".repeat(501) });
  await refused("replyTimeText", { replyTimeText: "a\nb" });
  for (const language of ["xx", "DE", "de-DE", "__proto__"]) {
    const { status } = await send("PUT", pathOf(site, language), { token: owner.token, body: { awayText: "a" } });
    expect([400, 404], language).toContain(status);
  }
  expect(await wordsOf(owner, site)).toEqual({});
});

test("hostile texts come back as they were, also in the frame's document", async () => {
  const { owner, site } = await newOwnerWithSite();
  for (const text of HOSTILE_STRINGS.filter((one) => [...one].length <= 120)) {
    const response = await send("PUT", pathOf(site, "pt"), { token: owner.token, body: { welcomeMessage: text } });
    if (response.status !== 200) continue;
    expect((await wordsOf(owner, site)).pt?.welcomeMessage).toBe(text);
    expect((await openWidget(site, { language: "pt" })).site.welcomeMessage).toBe(text);
  }
  const text = `"'><img src=x onerror=__xss=1>&amp;`;
  await put(owner, site, "pt", { welcomeMessage: text });
  expect((await frameOf(site, "pt")).welcomeMessage).toBe(text);
});

test("an agent reads texts, and only an admin sets them", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const words = await put(owner, site, "de", { awayText: "Bis morgen." });
  expect(await wordsOf(agent, site)).toEqual(words);
  await refuse("not_permitted", "PUT", pathOf(site, "de"), { token: agent.token, body: { awayText: "a" } });
  await refuse("not_permitted", "DELETE", pathOf(site, "de"), { token: agent.token });
});
