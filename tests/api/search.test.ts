import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { refuseFields } from "../support/api-client.ts";
import {
  inbox,
  inboxPage,
  newOwnerWithSite,
  newSite,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { sql } from "../support/stored-rows.ts";

const search = (owner: Owner, q: string, more = "") => inbox(owner, `?q=${encodeURIComponent(q)}${more}`);
const idsOf = (items: Array<{ id: string }>) => items.map(({ id }) => id);

async function newInbox(...texts: string[]) {
  const { owner, site } = await newOwnerWithSite();
  const ids: string[] = [];
  for (const text of texts) ids.push((await start(await openWidget(site), text)).conversationId);
  return { owner, site, ids };
}

async function everyPage(owner: Owner, query: string) {
  const pages = [await inboxPage(owner, query)];
  for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await inboxPage(owner, `${query}&cursor=${cursor}`));
  }
  return pages;
}

const FOUND: [why: string, text: string, queries: string[]][] = [
  ["part of a word", "The delivery was late", ["delivery", "deliv", "liver", "ery", "e", "at"]],
  [
    "other case",
    "Grüße aus der STRASSE, İstanbul, Straße",
    ["grüsse", "GRÜSSE", "straße", "strasse", "STRAẞE", "istanbul"],
  ],
  ["accents left out", "Un café à Zürich", ["cafe", "CAFÉ", "cafe\u0301", "zurich", "a"]],
  ["apostrophes", "I don’t see l'été and Peter's", ["don't", "don’t", "l’été", "Peter’s"]],
  [
    "quoted words",
    "please cancel my\nsubscription „today“",
    ['"cancel my subscription"', "“cancel  my”", '"today"', '"lease can"'],
  ],
  [
    "letters with strokes, and ligatures",
    "Wysyłka, København, Đặng, kırmızı, vitæ, cœur",
    ["wysylka", "WYSYŁKA", "kobenhavn", "københavn", "dang", "kirmizi", "vitae", "coeur"],
  ],
  [
    "phone numbers, however they're grouped",
    "call +49 170 123 45 67 or 0170/1234568, (030) 99-88-77",
    [
      "+491701234567",
      "1701234567",
      "+49 (170) 123-4567",
      "0170 1234568",
      "01701234568",
      "030998877",
      "+49 170",
      "123 45",
    ],
  ],
  ["digits of other scripts", "٢٠٢٦ and ۴۲۴۲ and १२३", ["2026", "٢٠٢٦", "4242", "123", "१२३"]],
  ["kinds of Arabic letters", "یک کتاب", ["يك", "كتاب", "کتاب"]],
  ["other width and form", "Order ＡＢＣ１２３ ﬁne ℡", ["abc123", "ＡＢＣ", "fine", "tel"]],
  ["Cyrillic", "Когда придёт мой Заказ?", ["заказ", "ЗАКАЗ", "аказ", "придет", "к"]],
  ["Greek", "Πού είναι ο ΔΡΌΜΟΣ", ["δρόμος", "δρομοσ", "ΕΊΝΑΙ"]],
  ["Arabic", "أين طَلَبِي من فضلك؟", ["طلبي", "اين", "فضل", "ط"]],
  ["Hebrew", "שָׁלוֹם לכולם", ["שלום", "לכולם"]],
  ["Chinese", "请问我的订单什么时候发货", ["订单", "订", "单什么", "发货", "我的订单什么时候"]],
  ["Japanese", "ご注文のガイドはどこですか", ["注文", "ガイド", "ｶﾞｲﾄﾞ", "文", "どこ"]],
  ["Korean", "배송은 언제 오나요", ["배송", "언제", "송"]],
  ["Thai", "สินค้าจะมาถึงเมื่อไหร่", ["สินค้า", "เมื่อ"]],
  ["emoji", "Thanks 🎉 a lot ❤️ 👩‍💻", ["🎉", "❤", "❤️", "thanks 🎉", "👩‍💻"]],
  [
    "signs",
    '100% of C:\\temp_1 it\'s a+b <b> "x" (y) | & ! :*',
    ["100%", "%", "_", "\\", "\\temp", "it's", "'", "a+b", "<b>", '"x"', "(y)", "|", "&", "!", ":*"],
  ],
  [
    "several words",
    "The blue parcel\nhas not arrived",
    ["arrived blue", "blue  parcel", " parcel ", "not\tblue", "the the"],
  ],
];

test.describe("GET /conversations?q=", () => {
  for (const [why, text, queries] of FOUND) {
    test(`finds ${why}`, async () => {
      const { owner, ids } = await newInbox(text, "Zzz");
      for (const q of queries) expect(idsOf(await search(owner, q)), q).toEqual([ids[0]]);
    });
  }

  test("matches special characters literally", async () => {
    const { owner } = await newInbox("100 percent of my orders", "\u00abquoted\u00bb");
    for (const q of ["%", "_", "p%t", "orde_s", "o.*s", "my:*", "my & orders", "\\", "ordersx", "percent100"]) {
      expect(await search(owner, q), q).toEqual([]);
    }
  });

  test("requires all words in one message, so more words find less", async () => {
    const { owner, site, ids } = await newInbox("My parcel is blue");
    const visitor = await openWidget(site);
    const { conversationId } = await start(visitor, "My parcel");
    await sendMessage(visitor, conversationId, "is blue");
    expect(idsOf(await search(owner, "parcel"))).toEqual([conversationId, ids[0]]);
    expect(idsOf(await search(owner, "blue parcel"))).toEqual([ids[0]]);
  });

  test("finds messages of either side, of any age, and orders by the last message like the list", async () => {
    const { owner, site } = await newOwnerWithSite();
    const [first, second] = [await openWidget(site), await openWidget(site)];
    const one = (await start(first, "Where is the needle")).conversationId;
    const other = (await start(second, "Hello")).conversationId;
    await reply(owner, other, "A needle for you");
    expect(idsOf(await search(owner, "needle"))).toEqual([other, one]);
    await sendMessage(first, one, "Still waiting");
    expect(idsOf(await search(owner, "needle"))).toEqual([one, other]);
  });

  test("finds visitors by name, email and external id, and by later changes to them", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site, { visitorId: "Customer-77" });
    const { conversationId } = await start(visitor, "Hello", { name: "Zoë Ångström", email: "zoe@shop.example" });
    for (const q of ["zoe", "angstr", "ZOË ångström", "shop.example", "zoe@shop", "customer-77", "77 zoe"]) {
      expect(idsOf(await search(owner, q)), q).toEqual([conversationId]);
    }
    expect(await search(owner, "zoe hello")).toEqual([]);
    await sendMessage(visitor, conversationId, "I married", { name: "Zoë Berg" });
    expect(await search(owner, "angstr")).toEqual([]);
    expect(idsOf(await search(owner, "berg"))).toEqual([conversationId]);
  });

  test("returns the part of the newest matching message, highlighted, and none if a visitor matched", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const { conversationId } = await start(visitor, "An old Crème brûlée", { name: "Maribel" });
    await sendMessage(
      visitor,
      conversationId,
      `${"Before. ".repeat(30)}Two crème\n\nBrûlée, please.${" After.".repeat(30)}`,
    );
    const [item] = await search(owner, "brulee creme");
    const parts = item?.excerpt ?? [];
    expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(["crème", "Brûlée"]);
    expect(parts.map(({ text }) => text).join("")).toMatch(/^….*Two crème Brûlée, please\..*…$/);
    const [byName] = await search(owner, "maribel");
    expect(byName?.id).toBe(conversationId);
    expect(byName).not.toHaveProperty("excerpt");
    expect((await inbox(owner))[0]).not.toHaveProperty("excerpt");
  });

  test("searches within a status and a site", async () => {
    const { owner, site, ids } = await newInbox("needle 1", "needle 2");
    const second = await newSite(owner);
    const elsewhere = (await start(await openWidget(second), "needle 3")).conversationId;
    await patchConversation(owner, ids[0] ?? "", { status: "closed" });
    expect(idsOf(await search(owner, "needle", "&status=open"))).toEqual([elsewhere, ids[1]]);
    expect(idsOf(await search(owner, "needle", `&siteId=${site.id}`))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await search(owner, "needle", `&siteId=${site.id}&status=closed`))).toEqual([ids[0]]);
  });

  test("finds nothing of another owner: no messages, visitors or sites", async () => {
    const mine = await newInbox("needle");
    const theirs = await newInbox("needle of theirs");
    await start(await openWidget(theirs.site), "Hello", { name: "Needle Woman", email: "needle@theirs.example" });
    expect(idsOf(await search(mine.owner, "needle"))).toEqual(mine.ids);
    for (const q of ["theirs", "woman", "needle@", "theirs.example"])
      expect(await search(mine.owner, q), q).toEqual([]);
    expect(await search(mine.owner, "needle", `&siteId=${theirs.site.id}`)).toEqual([]);
    const page = await inboxPage(theirs.owner, "?q=e&limit=1");
    expect(page.nextCursor).toBeDefined();
    expect(idsOf(await search(mine.owner, "e", `&cursor=${page.nextCursor}`))).not.toContain(theirs.ids[0]);
  });

  test("doesn't find what was deleted", async () => {
    const { owner, ids } = await newInbox("needle", "needle");
    await sql("DELETE FROM conversations WHERE id = $1", [ids[0]]);
    expect(idsOf(await search(owner, "needle"))).toEqual([ids[1]]);
  });
});

test.describe("a search in a long list", () => {
  test("finds a rare word in the oldest conversation with one request", async () => {
    const { owner, site } = await newOwnerWithSite();
    const ids = await manyConversations(site.id, [...Array.from({ length: 400 }, () => "hay hay"), "a needle"]);
    for (const q of ["needle", "a needle", "need", "ne", "hay needle"]) {
      const page = await inboxPage(owner, `?q=${q}`);
      expect(idsOf(page.conversations), q).toEqual(q.startsWith("hay") ? [] : ids.slice(-1));
      expect(page).not.toHaveProperty("nextCursor");
    }
  });

  test("finds an old visitor by name", async () => {
    const { owner, site } = await newOwnerWithSite();
    const ids = await manyConversations(
      site.id,
      Array.from({ length: 400 }, () => "hay"),
    );
    await sql(`UPDATE visitors SET name = 'Needle' WHERE id = (SELECT visitor_id FROM conversations WHERE id = $1)`, [
      ids.at(-1),
    ]);
    expect(idsOf(await search(owner, "needle"))).toEqual(ids.slice(-1));
  });

  const kinds: [why: string, bodies: string[]][] = [
    ["a common word", Array.from({ length: 700 }, (_, at) => (at % 3 === 0 ? "needle" : "hay"))],
    [
      "a word that is rare now and was common once",
      [
        ...Array.from({ length: 1800 }, (_, at) => (at === 160 ? "needle" : "hay")),
        ...Array.from({ length: 2100 }, () => "needle"),
      ],
    ],
    ["a word that grows rare", Array.from({ length: 1000 }, (_, at) => (at < 40 || at % 100 === 0 ? "needle" : "hay"))],
  ];
  for (const [why, bodies] of kinds) {
    test(`returns each conversation once, in order, page by page: ${why}`, { tag: "@all" }, async () => {
      const { owner, site } = await newOwnerWithSite();
      const ids = await manyConversations(site.id, bodies);
      const pages = await everyPage(owner, "?q=needle&limit=100");
      expect(pages.flatMap(({ conversations }) => idsOf(conversations))).toEqual(
        ids.filter((_, at) => bodies[at] === "needle"),
      );
    });
  }

  test("has a cursor that's valid for its own words only", async () => {
    const { owner, site } = await newInbox("hay", "hay");
    const { nextCursor } = await inboxPage(owner, "?q=hay&limit=1");
    const refused = ["q=hayy", "q=Hay", `q=hay&siteId=${site.id}`, "q=hay&status=open", "limit=1"];
    for (const query of refused) {
      await refuseFields(["cursor"], "GET", `/conversations?${query}&cursor=${nextCursor}`, { token: owner.token });
    }
    const plain = await inboxPage(owner, "?limit=1");
    await refuseFields(["cursor"], "GET", `/conversations?q=hay&cursor=${plain.nextCursor}`, { token: owner.token });
  });
});

test("a message whose letters fold to many more is stored whole, and searched in its first 12,000", async () => {
  const { owner, ids } = await newInbox("\uFDFA".repeat(4_000));
  const stored = await sql(
    "SELECT char_length(body) AS body, char_length(search_text) AS searched FROM messages WHERE conversation_id = $1",
    ids,
  );
  expect(stored).toEqual([{ body: 4_000, searched: 12_000 }]);
  expect(idsOf(await search(owner, "\uFDFA"))).toEqual(ids);
});

test("a message of 4,000 Korean syllables, which fold to three letters each, is searched to its end", async () => {
  const { owner, ids } = await newInbox(`${"값".repeat(3_998)}끝점`);
  expect(idsOf(await search(owner, "끝점"))).toEqual(ids);
});

test("the index finds every text that contains a word, whatever characters it's made of", async () => {
  const letter = fc.constantFrom(..."abcéßЖйغبَ请单かガ゛한🎉❤\u200d\ufe0f'\\%:*&ﬁＡ´½\u3000 \n\t.ǅİ");
  const text = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(""));
  const around = fc.oneof(
    text,
    text.map((letters) => letters.repeat(20)),
  );
  const samples = fc.sample(fc.record({ before: around, word: text, after: around }), 3000);
  const missed = await sql(
    `WITH t AS (
       SELECT *, gen_random_uuid() AS id, search_fold(before || word || after) AS folded
       FROM unnest($1::text[], $2::text[], $3::text[]) AS t (before, word, after)
     )
     SELECT word, before || word || after AS text FROM t
     WHERE strpos(folded, search_word(word)) > 0 AND search_word(word) ~ '[^\\u0001-\\u0020]'
       AND NOT search_vector(id, folded) @@ search_query(id, ARRAY[word])`,
    ["before", "word", "after"].map((field) => samples.map((sample) => sample[field as keyof typeof sample])),
  );
  expect(missed).toEqual([]);
});

const refused: [why: string, q: string][] = [
  ["nothing", ""],
  ["blanks", "%20%09"],
  ["what nobody sees", "%E2%80%8B"],
  ["NUL", "a%00b"],
  ["more than 200 characters", "a".repeat(201)],
  ["two queries", "a&q=b"],
];
for (const [why, q] of refused) {
  test(`GET /conversations rejects a search for ${why}`, async () => {
    const { owner } = await newInbox("a");
    await refuseFields(["q"], "GET", `/conversations?q=${q}`, { token: owner.token });
  });
}

test("GET /conversations accepts 200 characters of any kind, and many words", async () => {
  const { owner, ids } = await newInbox("😀".repeat(300), Array.from({ length: 100 }, (_, at) => `w${at}`).join(" "));
  expect(idsOf(await search(owner, "😀".repeat(200)))).toEqual([ids[0]]);
  expect(idsOf(await search(owner, Array.from({ length: 45 }, (_, at) => `w${at}`).join(" ")))).toEqual([ids[1]]);
  expect(await search(owner, "a b c d e f g h i j k l m n o p q r s t u v w x y z")).toEqual([]);
});
