import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { parseCsv } from "../support/csv.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  inbox,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
  type Visitor,
} from "../support/factories.ts";
import { askVisitors, ORDER } from "../support/questions.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { newListeningSite } from "../support/webhooks.ts";

const answer = ({ token }: Visitor, id: string, answers: object, more: object = {}) =>
  askNothing("PUT", `/public/conversations/${id}/answers`, { token, body: { answers, ...more } });
const tell = ({ token }: Visitor, body: object) => askNothing("PATCH", "/public/visitor", { token, body });

/** Opens the same visitor's widget again. */
const reopen = (site: Parameters<typeof openWidget>[0], { visitorToken }: Visitor, more: object = {}) =>
  openWidget(site, { visitorToken, ...more });

const keysOf = ({ site }: Visitor) => site.questions?.map(({ key }) => key);

test("a site's questions are set, read and removed as a whole, with what goes without saying", async () => {
  const { owner, site } = await newOwnerWithSite();
  expect(site.questions).toEqual([]);
  const whole = { labels: {}, kind: "text", required: false, asked: "always" } as const;
  expect(await askVisitors(owner, site, { key: "order", label: "Order number" })).toEqual([
    { key: "order", label: "Order number", ...whole },
  ]);
  const three = [
    { key: "name", label: "Your name", ...whole, kind: "name" },
    {
      key: "call",
      label: "Phone",
      labels: { de: "Telefon", ar: "الهاتف" },
      kind: "phone",
      required: true,
      asked: "closed",
    },
    { key: "2nd-order", label: "Order", ...whole },
  ] as const;
  expect(await askVisitors(owner, site, ...three)).toEqual(three);
  const { site: read } = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token });
  expect(read.questions).toEqual(three);
  expect(await askVisitors(owner, site)).toEqual([]);
});

test("questions that can't be asked are refused with their field, and nothing changes", async () => {
  const { owner, site } = await newOwnerWithSite();
  const before = await askVisitors(owner, site, ORDER);
  const refused = (field: string, ...questions: object[]) =>
    refuseFields([field], "PATCH", `/sites/${site.id}`, { token: owner.token, body: { questions } });
  const at = (more: object) => ({ key: "a", label: "A", ...more });
  for (const key of ["", "A", "a b", "ü", "__proto__", "a".repeat(41), 1])
    await refused("questions.0.key", at({ key }));
  for (const label of ["", " ", "\u200b", "a".repeat(81), "a\nb", "a\u202eb", "\0"]) {
    await refused("questions.0.label", at({ label }));
    await refused("questions.0.labels.de", at({ labels: { de: label } }));
  }
  await refused("questions.0.kind", at({ kind: "file" }));
  await refused("questions.0.required", at({ required: "yes" }));
  await refused("questions.0.asked", at({ asked: "open" }));
  await refused("questions", at({}), at({ key: "b" }), at({ key: "c" }), at({ key: "d" }));
  await refused("questions", at({}), at({ label: "B" }));
  for (const kind of ["name", "email", "phone"]) await refused("questions", at({ kind }), at({ key: "b", kind }));
  const { site: after } = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token });
  expect(after.questions).toEqual(before);
});

test("only an admin sets the questions, and an agent reads them", async () => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  const questions = await askVisitors(owner, site, ORDER);
  const body = { questions: [] };
  await refuse("not_permitted", "PATCH", `/sites/${site.id}`, { token: agent.token, body });
  const { site: read } = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: agent.token });
  expect(read.questions).toEqual(questions);
});

test("a session has the questions in its language, and a site without questions has nothing of it", async () => {
  const { owner, site } = await newOwnerWithSite();
  expect((await openWidget(site)).site).not.toHaveProperty("questions");
  await askVisitors(owner, site, { ...ORDER, labels: { de: "Bestellnummer" }, asked: "closed" });
  const asked = { key: "order", kind: "text", required: true, asked: "closed" };
  expect((await openWidget(site)).site.questions).toEqual([{ ...asked, label: "Order number" }]);
  expect((await openWidget(site, { language: "de" })).site.questions).toEqual([{ ...asked, label: "Bestellnummer" }]);
  for (const language of ["fr", "xx", "constructor", "__proto__"]) {
    expect((await openWidget(site, { language })).site.questions).toEqual([{ ...asked, label: "Order number" }]);
  }
  const frame = await fetch(`${testEnvironment.baseUrl}/widget/frame?site=${site.publicKey}`);
  expect(await frame.text()).not.toContain("Order number");
});

test("answers are stored with the label in the visitor's language, and the team sees them in all their conversations", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, { ...ORDER, labels: { de: "Bestellnummer" } }, { key: "size", label: "Size" });
  const visitor = await openWidget(site, { language: "de" });
  const { conversationId: id } = await start(visitor, "Hallo", { language: "de" });
  const before = await conversation(owner, id);
  expect(before).not.toHaveProperty("answers");
  await answer(visitor, id, { order: "A-1041" }, { language: "de" });
  const stored = { question: "order", label: "Bestellnummer", value: "A-1041", at: expect.any(String) };
  const after = await conversation(owner, id);
  expect(after.answers).toEqual([stored]);
  expect(after.updatedAt > before.updatedAt).toBe(true);
  // Nothing else of it changes.
  expect({ ...after, answers: undefined, updatedAt: "" }).toEqual({ ...before, answers: undefined, updatedAt: "" });
  expect((await inbox(owner))[0]?.answers).toEqual([stored]);

  await patchConversation(owner, id, { status: "closed" });
  const { conversationId: next } = await start(await reopen(site, visitor), "Again");
  await answer(visitor, next, { size: "XL" });
  const size = { question: "size", label: "Size", value: "XL", at: expect.any(String) };
  for (const one of [id, next]) expect((await conversation(owner, one)).answers).toEqual([stored, size]);
});

test("what's known isn't asked: answers, and a name, an email and a phone number wherever they came from", async () => {
  const { owner, site } = await newOwnerWithSite();
  const facts = (["name", "email", "phone"] as const).map((kind) => ({ key: kind, label: kind, kind }));
  await askVisitors(owner, site, ...facts);
  const visitor = await openWidget(site);
  expect(keysOf(visitor)).toEqual(["name", "email", "phone"]);
  const { conversationId: id } = await start(visitor, "Hello", { name: "Ana" });
  expect(keysOf(await reopen(site, visitor))).toEqual(["email", "phone"]);
  await tell(visitor, { phone: "+49 (30) 901-820" });
  expect((await conversation(owner, id)).visitorPhone).toBe("+49 (30) 901-820");
  await sendMessage(visitor, id, "My address", { email: "ana@example.com" });
  expect((await reopen(site, visitor)).site).not.toHaveProperty("questions");

  await askVisitors(owner, site, ORDER, { key: "size", label: "Size" });
  expect(keysOf(await reopen(site, visitor))).toEqual(["order", "size"]);
  await answer(visitor, id, { order: "A-1041" });
  expect(keysOf(await reopen(site, visitor))).toEqual(["size"]);
  await askVisitors(owner, site, { ...ORDER, label: "Your order" });
  expect((await reopen(site, visitor)).site).not.toHaveProperty("questions");
  // It's asked again once the answer is gone.
  await askNothing("DELETE", `/conversations/${id}`, { token: owner.token });
  expect(keysOf(await reopen(site, visitor))).toEqual(["order"]);
});

test("the first answer to a question is kept, and repeating it changes nothing", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER, { key: "size", label: "Size" });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await answer(visitor, id, { order: "First" });
  const first = await conversation(owner, id);
  await answer(visitor, id, { order: "Second" });
  expect(await conversation(owner, id)).toEqual(first);
  await answer(visitor, id, { order: "Third", size: "XL" });
  expect((await conversation(owner, id)).answers?.map(({ value }) => value)).toEqual(["First", "XL"]);
  await patchConversation(owner, id, { status: "closed" });
  const { conversationId: next } = await start(visitor, "Again");
  await answer(visitor, next, { order: "Fourth" });
  expect(await sql("SELECT value FROM answers WHERE conversation_id = $1", [next])).toEqual([]);
});

test("an answer to a closed conversation is stored, and opens nothing", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await patchConversation(owner, id, { status: "closed" });
  const before = await conversation(owner, id);
  await answer(visitor, id, { order: "A-1041" });
  const { answers, ...after } = await conversation(owner, id);
  expect(answers).toHaveLength(1);
  expect({ ...after, updatedAt: "" }).toEqual({ ...before, updatedAt: "" });
});

test("no message is refused because an answer is missing", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await sendMessage(visitor, id, "More");
  expect((await conversation(owner, id)).lastSeq).toBe(2);
});

test("answers reach the team's open pages at once, and webhooks get their keys only", async () => {
  await using listening = await newListeningSite({ events: ["conversation.updated"] });
  const { owner, site, receiver } = listening;
  await askVisitors(owner, site, ORDER, { key: "size", label: "Canary of a label" });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await using team = await ownerStream(owner);
  await answer(visitor, id, { order: "canary of an answer", size: "XL" });
  await team.next(
    "conversation.updated",
    (data) => "conversation" in data && data.conversation.answers?.[0]?.value === "canary of an answer",
  );
  await tell(visitor, { phone: "030 901820" });
  await team.next(
    "conversation.updated",
    (data) => "conversation" in data && data.conversation.visitorPhone === "030 901820",
  );
  const [{ body = "" } = {}] = await receiver.receives(1);
  expect(JSON.parse(body)).toMatchObject({
    type: "conversation.updated",
    data: { siteId: site.id, conversationId: id, visitorId: visitor.visitorId, answers: ["order", "size"] },
  });
  expect(body.toLowerCase()).not.toContain("canary");
});

test("exports have answers, their labels and phone numbers, and a formula in one stays text", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER, { key: "size", label: "Size" });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await answer(visitor, id, { order: "=1+1", size: "XL" });
  await tell(visitor, { phone: "030 901820" });
  const download = async (path: string) => (await send("GET", path, { token: owner.token })).text;
  for (const path of [`/sites/${site.id}/export`, `/visitors/${visitor.visitorId}/export`]) {
    const exported = JSON.parse(await download(path));
    expect(exported.visitors[0].phone).toBe("030 901820");
    expect(exported.visitors[0].conversations[0].answers).toEqual([
      { question: "order", label: "Order number", value: "=1+1", at: expect.any(String) },
      { question: "size", label: "Size", value: "XL", at: expect.any(String) },
    ]);
    const [head = [], line = []] = parseCsv(await download(`${path}?format=csv`));
    expect(line[head.indexOf("visitorPhone")]).toBe("030 901820");
    expect(line[head.indexOf("answers")]).toBe("Order number: =1+1\nSize: XL");
  }
});

test("a reply counts as before, whatever was answered in between", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  const { waitingSince } = await conversation(owner, id);
  await answer(visitor, id, { order: "A-1041" });
  expect(await conversation(owner, id)).toMatchObject({ waitingSince, unreadCount: 1, lastMessageBy: "visitor" });
  await reply(owner, id, "Hi");
  expect(await conversation(owner, id)).not.toHaveProperty("waitingSince");
});
