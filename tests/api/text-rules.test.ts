import { expect, test } from "@playwright/test";
import { refuseFields } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  newConversation,
  newOwnerWithSite,
  openWidget,
  sendMessage,
  start,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

const named = (text: string) => JSON.stringify(text.length > 24 ? `${text.slice(0, 20)}… (${text.length})` : text);

// Contract section 1, and abuse rows B11 to B20. A title shows the text as JSON.
test.describe("the text of a message", () => {
  const kept = [
    "a",
    "a".repeat(3999),
    "a".repeat(4000),
    "😀".repeat(4000),
    "👨‍👩‍👧‍👦 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "e\u0301 is not \u00e9",
    "Z\u0351\u036b\u0343a\u0329l\u0334g\u0321o\u0489",
    "السلام عليكم",
    "𠀀𪜶𫝆",
    " leading and trailing \n",
    "one\r\ntwo\rthree\n\ttabbed",
    "\u001b[31mred\u001b[0m \u0007 \u0085 \u2028 \u2029",
    "\u202eevil\u202c",
    "\ufeffwith a mark",
    "\ufffd",
    "null",
    "<script>__xss=1</script>",
    "'; DROP TABLE messages; --",
    '{"level":60}\n{"level":60}',
    "%s %d {{x}} $1 <%= x %>",
    "\\u0000 as text",
    "**bold** *it* `code` :tada: [x](javascript:alert(1)) [y](https://shop.example)\r\n- a\n- b\n> q\n```\n\tc\n```\n",
    "[".repeat(4000),
  ];
  test("is stored byte for byte, through both routes (B13, B15, B18)", async () => {
    const { owner, visitor, id } = await newConversation();
    for (const text of kept) {
      expect((await start(visitor, text)).message.body).toBe(text);
      expect((await sendMessage(visitor, id, text)).body).toBe(text);
    }
    const stored = (await allMessages(owner, id)).slice(1).map((message) => message.body);
    expect(stored).toEqual(kept.flatMap((text) => [text, text]));
  });

  const refused: unknown[] = [
    undefined,
    null,
    1,
    true,
    {},
    ["a"],
    "",
    "   ",
    "\n\t",
    "\u00a0",
    "\u200b",
    "\u2060",
    "\ufeff",
    "\u2800",
    "\u3164",
    "\u0301\u0302",
    "\u00ad\u034f\u115f",
    "\u202e\u202c",
    "\u{e0041}",
    "a".repeat(4001),
    "😀".repeat(4001),
    "\0",
    "a\0b",
    "\ud800",
    "a\udc00b",
    "\ude00\ud83d",
  ];
  test("is rejected and not stored if it's invisible or can't be stored (B11, B12, B13, B16)", async () => {
    const { owner, visitor, id } = await newConversation();
    const before = await storedRows(owner);
    for (const message of refused) {
      for (const path of ["/public/conversations", `/public/conversations/${id}/messages`]) {
        const [said] = await refuseFields(["message"], "POST", path, { token: visitor.token, body: { message } });
        expect(said, named(String(message))).toMatch(/^(must |is required)/);
      }
    }
    expect(await storedRows(owner)).toEqual(before);
  });

  const previews: [text: string, preview: string][] = [
    ["  one \r\n\t two  ", "one two"],
    ["a".repeat(140), "a".repeat(140)],
    ["a".repeat(141), `${"a".repeat(140)}…`],
    ["😀".repeat(4000), `${"😀".repeat(140)}…`],
    [`\u3164${"\u200b".repeat(300)}a`, `\u3164${"\u200b".repeat(139)}…`],
    [`${"\n".repeat(3999)}a`, "a"],
  ];
  test("is cut to one line for the inbox, without splitting a character", async () => {
    const { owner, visitor, id } = await newConversation();
    for (const [text, preview] of previews) {
      await sendMessage(visitor, id, text);
      expect((await conversation(owner, id)).lastMessagePreview).toBe(preview);
    }
  });
});

test.describe("the one-line fields of a visitor", () => {
  const kept: [field: "name" | "email" | "pageUrl" | "visitorId", value: string][] = [
    ["name", "Робин"],
    ["name", "شهرزاد"],
    ["name", "O'Brien"],
    ["name", "null"],
    ["name", "Robert'); DROP TABLE visitors;--"],
    ["name", "😀".repeat(80)],
    ["name", " spaced "],
    ["email", "Ada.Lovelace+tag@Example.COM"],
    ["email", `${"a".repeat(148)}@example.com`],
    ["pageUrl", "javascript:alert(1)"],
    ["pageUrl", "data:text/html,<script>"],
    ["pageUrl", "//evil.example"],
    ["pageUrl", "relative/path"],
    ["pageUrl", "https://u:p@shop.example/#token=secret"],
    ["pageUrl", `https://shop.example/${"p".repeat(979)}`],
    ["visitorId", "v".repeat(200)],
    ["visitorId", "018f0000-0000-7000-8000-000000000000"],
  ];
  const SHOWN_AS = {
    name: "visitorName",
    email: "visitorEmail",
    pageUrl: "pageUrl",
    visitorId: "visitorExternalId",
  } as const;
  test("are stored as they were sent (B20, B23)", async () => {
    const { owner, visitor, id } = await newConversation();
    for (const [field, value] of kept) {
      await start(visitor, "Hello", { [field]: value });
      expect((await conversation(owner, id))[SHOWN_AS[field]]).toBe(value);
    }
  });

  const lineFields = ["name", "pageUrl", "visitorId"];
  const bad = [
    "",
    " ",
    "\u200b",
    "\u3164",
    "a\rb",
    "a\nb",
    "a\tb",
    "a\u0000",
    "a\u001b",
    "a\u0085",
    "a\u2028",
    "a\u2029",
  ];
  const bidi = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];
  const refused: [field: string, value: unknown][] = [
    ...lineFields.flatMap((field) =>
      [...bad, ...bidi.map((mark) => `a${mark}b`), "\ud800", 1, {}].map((value) => [field, value] as [string, unknown]),
    ),
    ["name", "n".repeat(81)],
    ["name", "n".repeat(10_000)],
    ["email", ""],
    ["email", "ada"],
    ["email", "ada@example"],
    ["email", "a b@example.com"],
    ["email", "ada@example.com\r\nBcc: all@example.com"],
    ["email", `${"a".repeat(149)}@example.com`],
    ["email", ["ada@example.com"]],
    ["pageUrl", "p".repeat(1001)],
    ["visitorId", "v".repeat(201)],
    ["visitorId", null],
    ["siteKey", 1],
  ];
  test("are rejected with line breaks or hidden characters, and nothing is stored (B19, B23)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const before = await storedRows(owner);
    for (const [field, value] of refused) {
      const call = { token: visitor.token, body: { message: "Hello", [field]: value } };
      await refuseFields([field], "POST", "/public/conversations", call);
    }
    expect(await storedRows(owner)).toEqual(before);
  });
});
