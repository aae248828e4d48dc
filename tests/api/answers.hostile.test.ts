import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { askNothing, refuse, send } from "../support/api-client.ts";
import { conversation, newOwnerWithSite, openWidget, patchConversation, start } from "../support/factories.ts";
import { HOSTILE_STRINGS } from "../support/hostile-strings.ts";
import { askVisitors, ORDER } from "../support/questions.ts";
import { storedRows } from "../support/stored-rows.ts";

async function place() {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(
    owner,
    site,
    ORDER,
    { key: "mail", label: "Email", kind: "email" },
    { key: "constructor", label: "C" },
  );
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  const put = (raw: string, { token = visitor.token, of = id } = {}) =>
    send("PUT", `/public/conversations/${of}/answers`, {
      token,
      raw: Buffer.from(raw),
      headers: { "Content-Type": "application/json" },
    });
  return { owner, site, visitor, id, put };
}

const body = (answers: unknown, more: object = {}) => JSON.stringify({ answers, ...more });

/** Bodies that are refused, with the field that's named. */
const REFUSED: Record<string, [raw: string, field: string]> = {
  "no answers": [body({}), "answers"],
  "nothing at all": ["{}", "answers"],
  "a list": [body(["A-1041"]), "answers"],
  "a text": [body("order"), "answers"],
  null: [body(null), "answers"],
  "an unknown question": [body({ other: "x" }), "answers"],
  "a question next to an unknown one": [body({ order: "x", other: "x" }), "answers"],
  "a question about the visitor": [body({ mail: "ana@example.com" }), "answers"],
  "four answers": [body({ a: "x", b: "x", c: "x", d: "x" }), "answers"],
  "only __proto__": ['{"answers":{"__proto__":"x"}}', "answers"],
  "an object as __proto__": ['{"answers":{"__proto__":{"order":"x"}}}', "answers"],
  "a method of every object": [body({ toString: "x" }), "answers.toString"],
  "a key with markup": [body({ "<b>": "x" }), "answers.<b>"],
  "a blank value": [body({ order: " \u200b\u00ad" }), "answers.order"],
  "a value that's too long": [body({ order: "x".repeat(501) }), "answers.order"],
  "a line break": [body({ order: "a\nb" }), "answers.order"],
  "a NUL": [body({ order: "a\0b" }), "answers.order"],
  "a control character": [body({ order: "a\u0007b" }), "answers.order"],
  "a bidirectional override": [body({ order: "a\u202eb" }), "answers.order"],
  "half a character": ['{"answers":{"order":"a\\ud800"}}', "answers.order"],
  "a number": [body({ order: 1041 }), "answers.order"],
  "an object": [body({ order: { toString: "x" } }), "answers.order"],
  "a language that's none": [body({ order: "x" }, { language: "../de" }), "language"],
};

test("what can't be an answer is refused with its field, and nothing is stored", async () => {
  const { owner, put } = await place();
  const before = await storedRows(owner);
  for (const [name, [raw, field]] of Object.entries(REFUSED)) {
    const response = await put(raw);
    expect(response.status, name).toBe(400);
    expect(
      JSON.parse(response.text).errors.map(({ path }: { path: string }) => path),
      name,
    ).toContain(field);
  }
  expect(await storedRows(owner)).toEqual(before);
});

test("a key that every object has is a question like any other if the site has it, and only then", async () => {
  const { owner, id, put } = await place();
  expect((await put(body({ constructor: "mine" }))).status).toBe(204);
  // Besides, a prototype is no answer.
  expect((await put('{"answers":{"order":"A","__proto__":"x"}}')).status).toBe(204);
  expect((await conversation(owner, id)).answers?.map(({ question, value }) => [question, value])).toEqual([
    ["constructor", "mine"],
    ["order", "A"],
  ]);
});

test("markup, scripts and formulas are stored as they are", async () => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, ORDER);
  for (const value of HOSTILE_STRINGS.filter((text) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)).slice(
    0,
    20,
  )) {
    const visitor = await openWidget(site);
    const { conversationId: id } = await start(visitor, "Hello");
    await askNothing("PUT", `/public/conversations/${id}/answers`, {
      token: visitor.token,
      body: { answers: { order: value }, language: "proto" },
    });
    expect((await conversation(owner, id)).answers).toMatchObject([{ label: "Order number", value }]);
  }
});

test("exactly 500 characters of any kind are stored", async () => {
  const { owner, id, put } = await place();
  expect((await put(body({ order: "👩".repeat(500) }))).status).toBe(204);
  expect((await conversation(owner, id)).answers?.[0]?.value).toBe("👩".repeat(500));
});

test("another visitor's conversation, another site's and an unknown one are the same 404", async () => {
  const { owner, site, visitor, put } = await place();
  const [near, far] = [await openWidget(site), await place()];
  const { conversationId } = await start(near, "Mine");
  const before = await storedRows(owner);
  const seen = new Set<string>();
  for (const foreign of [conversationId, far.id, randomUUID()]) {
    const { status, text } = await put(body({ order: "x" }), { of: foreign });
    const { requestId: _, ...problem } = JSON.parse(text);
    seen.add(JSON.stringify({ status, problem }));
  }
  expect(seen.size).toBe(1);
  expect((await put(body({ order: "x" }), { of: "1" })).status).toBe(400);
  await refuse("unauthenticated", "PUT", `/public/conversations/${conversationId}/answers`, {
    token: owner.token,
    body: { answers: { order: "x" } },
  });
  expect(await storedRows(owner)).toEqual(before);
  expect(visitor.site.questions).toHaveLength(3);
});

test("a blocked visitor gets the error of every blocked sender, and nothing is stored", async () => {
  const { owner, visitor, id } = await place();
  await patchConversation(owner, id, { visitorBlocked: true });
  const before = await storedRows(owner);
  const call = { token: visitor.token, body: { answers: { order: "x" } } };
  await refuse("not_accepted", "PUT", `/public/conversations/${id}/answers`, call);
  await refuse("not_accepted", "PATCH", "/public/visitor", { token: visitor.token, body: { phone: "030 901820" } });
  expect(await storedRows(owner)).toEqual(before);
});

test("an erased visitor's answers are gone, and nothing more is accepted from them", async () => {
  const { owner, visitor, id, put } = await place();
  expect((await put(body({ order: "x" }))).status).toBe(204);
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  const before = await storedRows(owner);
  expect(before.answers).toEqual([]);
  const call = { token: visitor.token, body: { answers: { order: "x" } } };
  await refuse("unauthenticated", "PUT", `/public/conversations/${id}/answers`, call);
  expect(await storedRows(owner)).toEqual(before);
});

test("a phone number has 5 to 20 digits of any script, on one line of up to 40 characters", async () => {
  const { owner, visitor, id } = await place();
  const patch = (phone: unknown) => send("PATCH", "/public/visitor", { token: visitor.token, body: { phone } });
  for (const phone of [
    "",
    "call me",
    "1234",
    "1".repeat(21),
    `1${"2".repeat(39)}3`,
    "12345\n6",
    "12345\u202e",
    12345,
    null,
  ]) {
    expect((await patch(phone)).status, String(phone)).toBe(400);
  }
  expect(await conversation(owner, id)).not.toHaveProperty("visitorPhone");
  for (const phone of ["12345", "+49 (30) 901-820 ext. 7", "٠٣٠ ٩٠١٨٢٠", "０３-１２３４-５６７８"]) {
    expect((await patch(phone)).status, phone).toBe(204);
    expect((await conversation(owner, id)).visitorPhone).toBe(phone);
  }
});
