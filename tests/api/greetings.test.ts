import { expect, test } from "@playwright/test";
import { GreetingResponse } from "#lib/sites/greetings/schema.ts";
import { PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { testEnvironment } from "../support/environment.ts";
import {
  conversation,
  newOwnerWithSite,
  openWidget,
  ownConversations,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { greetingsOf, newGreeting } from "../support/greetings.ts";
import { everyNth, HOSTILE_STRINGS } from "../support/hostile-strings.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

const pathOf = (site: { id: string }, id = "") => `/sites/${site.id}/greetings${id && `/${id}`}`;

/** What the site's pages get. */
async function loaderOf(site: { publicKey: string }) {
  const text = await (await fetch(`${testEnvironment.baseUrl}/widget.js?site=${site.publicKey}`)).text();
  const [, data = "{}"] = /SITE_INBOX=(\{.*?\});\(\(\)/.exec(text) ?? [];
  return JSON.parse(data);
}

test("greetings are created, listed in their order, changed, moved and deleted", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  const first = await newGreeting(owner, site, { name: "first" });
  expect(first).toMatchObject({
    name: "first",
    text: "Questions? Ask us.",
    texts: {},
    pages: [],
    afterSeconds: 0,
    languages: [],
    hours: "any",
    onlyByName: false,
    active: true,
  });
  const fields = {
    name: "second",
    text: "Hello",
    texts: { de: "Hallo" },
    pages: ["/pricing*", "/plans"],
    afterSeconds: 20,
    languages: ["en", "de"],
    hours: "open",
    onlyByName: true,
    active: false,
  };
  const second = await newGreeting(owner, site, fields);
  expect(second).toMatchObject(fields);
  const third = await newGreeting(owner, site, { name: "third" });
  const names = async () => (await greetingsOf(owner, site)).map(({ name }) => name);
  expect(await names()).toEqual(["first", "second", "third"]);
  const patch = async (id: string, body: object) =>
    (await ask(GreetingResponse, 200, "PATCH", pathOf(site, id), { token, body })).greeting;
  const moved = await patch(third.id, { position: 0 });
  expect(moved.updatedAt).toBe(third.updatedAt);
  expect(await names()).toEqual(["third", "first", "second"]);
  await patch(third.id, { position: 4 });
  expect(await names()).toEqual(["first", "second", "third"]);
  expect(await patch(second.id, { texts: {}, active: true })).toMatchObject({ ...fields, texts: {}, active: true });
  await askNothing("DELETE", pathOf(site, first.id), { token });
  await refuse("not_found", "GET", pathOf(site, first.id), { token });
  expect(await names()).toEqual(["second", "third"]);
  const changes = await sql("SELECT data FROM activity WHERE site_id = $1 AND action = 'site.changed'", [site.id]);
  expect(changes).toEqual(Array(7).fill({ data: { fields: ["greetings"] } }));
});

test("a site has at most five greetings, each of its own name, even if they're created at once", async () => {
  const { owner, site } = await newOwnerWithSite();
  const { token } = owner;
  const create = (name: string) => send("POST", pathOf(site), { token, body: { name, text: "Hi" } });
  const same = await Promise.all(["one", "one", "one"].map(create));
  expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const others = await Promise.all(["two", "three", "four", "five", "six", "seven"].map(create));
  expect(others.filter(({ status }) => status === 201)).toHaveLength(4);
  const [greeting] = await greetingsOf(owner, site);
  const [, other] = await greetingsOf(owner, site);
  const body = { name: other?.name };
  await refuse("conflict", "PATCH", pathOf(site, greeting?.id), { token, body });
});

test("a greeting that can't be is refused with its field, and nothing is stored", async () => {
  const { owner, site } = await newOwnerWithSite();
  const refused = (field: string, more: object) =>
    refuseFields([field], "POST", pathOf(site), { token: owner.token, body: { name: "a", text: "Hi", ...more } });
  for (const name of ["", "Pricing", "a b", "a".repeat(41), "ü"]) await refused("name", { name });
  for (const text of ["", " ", "a".repeat(201), "a\nb", "a\u202eb", "\0"]) await refused("text", { text });
  await refused("texts.de", { texts: { de: "a".repeat(201) } });
  for (const page of ["pricing", "/a?b=1", "/a*b*c", "", "/a\nb"]) await refused("pages.0", { pages: [page] });
  await refused("pages", { pages: Array(11).fill("/a") });
  for (const afterSeconds of [-1, 601, 1.5]) await refused("afterSeconds", { afterSeconds });
  await refused("languages.0", { languages: ["xx"] });
  await refused("languages", { languages: ["de", "de"] });
  await refused("hours", { hours: "sometimes" });
  expect(await greetingsOf(owner, site)).toEqual([]);
});

test("an agent reads greetings, and only an admin changes them", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const greeting = await newGreeting(owner, site);
  expect(await greetingsOf(agent, site)).toEqual([greeting]);
  const { token } = agent;
  await refuse("not_permitted", "POST", pathOf(site), { token, body: { name: "a", text: "Hi" } });
  await refuse("not_permitted", "PATCH", pathOf(site, greeting.id), { token, body: { active: false } });
  await refuse("not_permitted", "DELETE", pathOf(site, greeting.id), { token });
});

test("the loader has the site's active greetings, without what goes without saying", async () => {
  const { owner, site } = await newOwnerWithSite();
  const plain = await loaderOf(site);
  expect(plain.greetings).toBeUndefined();
  const off = await newGreeting(owner, site, { active: false });
  expect(await loaderOf(site)).toEqual(plain);
  await newGreeting(owner, site, { name: "all", text: "Hi", texts: { de: "Hallo" } });
  await newGreeting(owner, site, { name: "some", text: "Hi", texts: { de: "Hallo" }, languages: ["de", "fr"] });
  await newGreeting(owner, site, { name: "open", text: "Hi", hours: "open", afterSeconds: 5 });
  await newGreeting(owner, site, { name: "called", text: "Hi", onlyByName: true, hours: "closed" });
  const all = { name: "all", text: "Hi", texts: { de: "Hallo" }, after: 0 };
  const some = { name: "some", texts: { de: "Hallo", fr: "Hi" }, after: 0 };
  const before = await loaderOf(site);
  const open = { name: "open", text: "Hi", after: 5, open: 1 };
  expect(before.greetings).toEqual([all, some, open, { name: "called", text: "Hi", open: 0 }]);
  expect(before).not.toHaveProperty("turns");

  const windows = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, until: 1_020 }));
  const body = { timeZone: "Europe/Berlin", windows };
  await ask(PutHoursResponse, 200, "PUT", `/sites/${site.id}/hours`, { token: owner.token, body });
  const { greetings, turns, day } = await loaderOf(site);
  expect(greetings).toEqual(before.greetings);
  expect(turns.toSorted((one: number, other: number) => one - other)).toEqual(turns);
  expect(turns.length).toBeGreaterThan(8);
  expect(Math.abs(day - Date.now() / 86_400_000)).toBeLessThan(2);
  await askNothing("DELETE", pathOf(site, off.id), { token: owner.token });
});

test("a new conversation keeps the greeting that the visitor replied to, and shows it to both sides", async () => {
  const { owner, site } = await newOwnerWithSite();
  await newGreeting(owner, site, { text: "Questions?", texts: { de: "Fragen?" } });
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Yes", { greeting: "Fragen?" });
  expect(await conversation(owner, conversationId)).toMatchObject({
    greeting: "Fragen?",
    lastSeq: 1,
    unreadCount: 1,
    lastMessagePreview: "Yes",
  });
  const [own] = await ownConversations(visitor);
  expect(own).toMatchObject({ greeting: "Fragen?", lastSeq: 1, unreadCount: 0 });
  // It's of that conversation, whatever the visitor sends later.
  await sendMessage(visitor, conversationId, "More");
  await start(visitor, "Again", { greeting: "Questions?" });
  expect(await conversation(owner, conversationId)).toMatchObject({ greeting: "Fragen?", lastSeq: 3 });

  const download = async (path: string) => (await send("GET", path, { token: owner.token })).text;
  for (const path of [`/sites/${site.id}/export`, `/visitors/${visitor.visitorId}/export`]) {
    const exported = JSON.parse(await download(path));
    expect(exported.visitors[0].conversations[0].greeting).toBe("Fragen?");
    const [head = [], line = []] = parseCsv(await download(`${path}?format=csv`));
    expect(line[head.indexOf("greeting")]).toBe("Fragen?");
  }
});

test("a greeting is ignored if none of the site's says that now, and the message is stored", async () => {
  const [{ owner, site }, other] = await Promise.all([newOwnerWithSite(), newOwnerWithSite()]);
  const greeting = await newGreeting(owner, site, { text: "Old words", texts: { de: "Alte Worte" } });
  await newGreeting(other.owner, other.site, { text: "Someone else's" });
  const body = { text: "New words", texts: {} };
  await ask(GreetingResponse, 200, "PATCH", pathOf(site, greeting.id), { token: owner.token, body });
  for (const text of ["Old words", "Alte Worte", "Someone else's", "%", ...everyNth(4, HOSTILE_STRINGS).slice(0, 3)]) {
    const visitor = await openWidget(site);
    const response = await send("POST", "/public/conversations", {
      token: visitor.token,
      body: { message: "Hello", greeting: text },
    });
    if (response.status === 400) continue;
    expect(response.status, text).toBe(201);
    const { conversationId } = JSON.parse(response.text);
    expect(await conversation(owner, conversationId)).not.toHaveProperty("greeting");
  }
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello", { greeting: "New words" });
  await patchConversation(owner, conversationId, { status: "closed" });
  await askNothing("DELETE", pathOf(site, greeting.id), { token: owner.token });
  expect(await conversation(owner, conversationId)).toMatchObject({ greeting: "New words" });
});

test("hostile texts of a greeting stay data in the loader", async () => {
  const { owner, site } = await newOwnerWithSite();
  const texts = ["</script><!--", "\u2028'\"`", "<img src=x onerror=__xss=1>"];
  const created = await Promise.all(
    texts.map((text, at) =>
      send("POST", pathOf(site), {
        token: owner.token,
        body: { name: `n${at}`, text, pages: [`/${text}`.replace(/[?*\u2028]/g, "")] },
      }),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual([201, 400, 201]);
  const { greetings } = await loaderOf(site);
  const shown = new Set(greetings.map(({ text }: { text: string }) => text));
  expect(shown).toEqual(new Set([texts[0], texts[2]]));
  const script = await (await fetch(`${testEnvironment.baseUrl}/widget.js?site=${site.publicKey}`)).text();
  expect(script).not.toMatch(/<\/script|<!--|\u2028/);
});
