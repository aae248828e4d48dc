import { expect, test } from "@playwright/test";
import { BlockingResponse } from "#lib/files/blocking/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import {
  allMessages,
  newConversation,
  newOwnerWithSite,
  newSite,
  type Owner,
  openWidget,
  sendMessage,
  start,
} from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

type Site = Awaited<ReturnType<typeof newSite>>;

const path = (site: Site) => `/sites/${site.id}/blocking`;

const blocking = async ({ token }: Owner, site: Site) =>
  (await ask(BlockingResponse, 200, "GET", path(site), { token })).blocking;

const setWords = async ({ token }: Owner, site: Site, words: string[]) =>
  (await ask(BlockingResponse, 200, "PATCH", path(site), { token, body: { words } })).blocking;

const REFUSED: [word: string, text: string][] = [
  ["casino", "Win at our CASINO now"],
  ["casino", "casino"],
  ["Café Olé", "see you at the cafe ole, then"],
  ["casino", "the ｃａｓｉｎｏ is open"],
  ["casino", "ca\u00adsi\u200bno!"],
  ["buy now", "Buy -- \n now"],
  ["example.com", "go to https://example.com/page"],
  ["казино", "Лучшее КАЗИНО города"],
  ["赌博", "在线赌博网站"],
  ["도박", "온라인도박은 여기"],
  ["พนัน", "เว็บพนันออนไลน์"],
  ["casino", "c\u{e0100}a\u2061s\u206ai\u180en\u061co"],
  ["casino", "c\u0489a\u20dds\u3164i\u17b4n\ufff9o"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["casino", "the casıno is open"],
  ["CASINO", "casıno"],
  ["casıno", "casino"],
  ["kız", "bir kız"],
];

const ACCEPTED: [word: string, text: string][] = [
  ["win", "a window and the winner"],
  ["ass", "a class of its own"],
  ["buy now", "buy it now"],
  ["казино", "казиношка"],
  ["now buy", "buy ı now"],
];

test("a message with a blocked word is rejected in any spelling, and nothing of it is stored", async () => {
  const { owner, site, visitor, id } = await newConversation();
  for (const [word, text] of REFUSED) {
    await setWords(owner, site, ["something else", word]);
    const before = await storedRows(owner);
    const newcomer = await openWidget(site);
    const asked = [
      ["/public/conversations", newcomer.token],
      [`/public/conversations/${id}/messages`, visitor.token],
    ] as const;
    for (const [to, token] of asked) {
      const call = { token, body: { message: text, name: "New name" }, headers: { "Idempotency-Key": "key" } };
      const problem = await test.step(`${word} in ${text}`, () => refuse("not_accepted", "POST", to, call));
      expect(problem.detail).toBe("This was not accepted.");
    }
    expect(await storedRows(owner), `${word} in ${text}`).toEqual(before);
  }
});

test("a blocked word is found behind letters that fold to more than the searched length", async () => {
  const { owner, site, visitor, id } = await newConversation();
  await setWords(owner, site, ["casino"]);
  const padded = `${"\uFDFA".repeat(1_000)} casino`;
  const call = { token: visitor.token, body: { message: padded }, headers: { "Idempotency-Key": "key" } };
  await refuse("not_accepted", "POST", `/public/conversations/${id}/messages`, call);
  await sendMessage(visitor, id, "\uFDFA".repeat(600));
  await sendMessage(visitor, id, "값".repeat(4_000));
  await setWords(owner, site, []);
  await sendMessage(visitor, id, padded);
});

test("a blocked word is a whole word, so longer words that contain it are accepted", async () => {
  const { owner, site, visitor, id } = await newConversation();
  for (const [word, text] of ACCEPTED) {
    await setWords(owner, site, [word]);
    await sendMessage(visitor, id, text);
  }
  expect(await allMessages(owner, id)).toHaveLength(1 + ACCEPTED.length);
});

test("a word with ı that an earlier version stored still blocks the same word", async () => {
  const { owner, site, visitor, id } = await newConversation();
  await setWords(owner, site, ["kız"]);
  await sql("UPDATE sites SET blocked_forms = $2 WHERE id = $1", [site.id, [" kız "]]);
  const body = { message: "bir kız" };
  await refuse("not_accepted", "POST", `/public/conversations/${id}/messages`, { token: visitor.token, body });
});

test("a message stored before its word was blocked is still confirmed by its key", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const call = { token: visitor.token, body: { message: "A casino" }, headers: { "Idempotency-Key": "once" } };
  const to = `/public/conversations/${id}/messages`;
  const first = await send("POST", to, call);
  await setWords(owner, site, ["casino"]);
  const again = await send("POST", to, call);
  expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
  expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
});

test("blocked words apply to their own site, each once, as written, until they're removed", async () => {
  const { owner, site } = await newOwnerWithSite();
  const other = await newSite(owner, { name: "Another" });
  expect(await blocking(owner, site)).toEqual({ words: [], addresses: [], asksProof: true });
  expect((await setWords(owner, site, ["Casino", "Café", "Casino"])).words).toEqual(["Casino", "Café"]);
  await start(await openWidget(other), "casino");
  await refuse("not_accepted", "POST", `/sites/${site.id}/test-message`, {
    token: owner.token,
    body: { message: "casino" },
  });
  const { token } = owner;
  const off = await ask(BlockingResponse, 200, "PATCH", path(site), { token, body: { asksProof: false } });
  expect(off.blocking).toEqual({ words: ["Casino", "Café"], addresses: [], asksProof: false });
  await setWords(owner, site, []);
  await start(await openWidget(site), "casino");
});

test("a list has at most 200 words of 100 characters, each with a letter or a digit", async () => {
  const { owner, site } = await newOwnerWithSite();
  const words = Array.from({ length: 200 }, (_, at) => `${at}`.padEnd(100, "x"));
  expect((await setWords(owner, site, words)).words).toHaveLength(200);
  const faults: [words: unknown, path: string][] = [
    [[...words, "one more"], "words"],
    [["fine", "x".repeat(101)], "words.1"],
    [["!!!"], "words.0"],
    [["two\nlines"], "words.0"],
    ["casino", "words"],
  ];
  const { token } = owner;
  for (const [wrong, at] of faults) {
    const problem = await refuse("invalid_request", "PATCH", path(site), { token, body: { words: wrong } });
    expect(problem.errors?.map((error) => error.path)).toContain(at);
  }
  expect((await blocking(owner, site)).words).toHaveLength(200);
});
