import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { parseText, plainText } from "#platform/formatted-text/parse.ts";
import { anyLetter } from "../../support/any-letter.ts";
import { hrefsOf, outlineOf } from "./outline.ts";

const FORMATTED: [text: string, outline: string][] = [
  ["**bold** and *it*, _it_, `co*d*e`, ***both***", "B(bold) and I(it), I(it), C(co*d*e), B(I(both))"],
  ["**bold _and_ `c`**", "B(bold I(and) C(c))"],
  ['"*quoted*" (_so_) **Note:** x', '"I(quoted)" (I(so)) B(Note:) x'],
  ["**a *b** c*", "B(a *b) c*"],
  ["*a *b*", "*a I(b)"],
  ["``a ` b`` and `` `c` ``", "C(a ` b) and C(`c`)"],
  ["这是**重点**，请运行`npm`命令", "这是B(重点)，请运行C(npm)命令"],
  ["이것은 **중요**합니다", "이것은 B(중요)합니다"],
  ["هذا **مهم** جدا", "هذا B(مهم) جدا"],
  [":tada: :+1::wave: **:smile:**", "🎉 👍👋 B(😄)"],
  ["[Docs](https://example.com/a_(b)?c=*d*)", "L(Docs|https://example.com/a_(b)?c=*d*|example.com)"],
  ["[Ring *us*](mailto:ana@shop.example)", "L(Ring I(us)|mailto:ana@shop.example|ana@shop.example)"],
  ["[example.com](https://example.com/a)", "L(example.com|https://example.com/a|)"],
  [
    "**https://example.com/a_b_c** or *ana@shop.example*",
    "B(L(https://example.com/a_b_c||)) or I(L(ana@shop.example||))",
  ],
  ["Hi\n- a **b**\n- c\n  d\n\n- e\n\nBye", "Hi¶- a B(b)¶- c⏎d¶- e¶Bye"],
  ["3. x\n4. y", "3. x¶4. y"],
  ["> q *r*\n>\n> s\nend", "“q I(r)⏎⏎s”¶end"],
  ["```js\nlet *a*\n\n```\nend", "```let *a*⏎```¶end"],
  ["a\r\nb\rc", "a⏎b⏎c"],
];

for (const [text, outline] of FORMATTED) {
  test(`formats ${JSON.stringify(text)}`, () => {
    expect(outlineOf(parseText(text))).toBe(outline);
  });
}

for (const text of [
  "snake_case_name and __init__.py and _private",
  "2*3*4 = 24, 2 * 3 * 4, a**2 + b**2",
  "Fields with * are required. Name*, email*",
  "src/*.ts, a/*/b/*/c, C:\\*\\foo_*.txt, C:\\_tmp_\\x",
  "It's 10:30:45, the scale 1:100:1000, std::fire::x, at :30: sharp :) :D :nosuchcode:",
  "Costs $5 - **$3** off? No: * 5 €",
  "об`єкт, м`яч and it`s 5` o`clock",
  "- 5 €\n- 3 €",
  "- Ana",
  "10. May, if that's fine",
  "1. a\n3. b",
  "> 50 people",
  ">:( and >> so",
  "*a\nb*",
  "# Heading\n---\n* * *",
  "```\nnot closed",
  "****\n``````\n____",
  "a ` b, ` spaced ` and `half `",
  "\\*not\\*",
  "\n\n  indented\n\n\nand spaced  \n",
  "<b>bold</b> &amp; ![image](x.png)",
  "価格は1*2*3です",
]) {
  test(`leaves ${JSON.stringify(text)} as it is`, () => {
    const isPrice = text.includes("**$3**");
    expect(outlineOf(parseText(text))).toBe((isPrice ? text.replace("**$3**", "B($3)") : text).replaceAll("\n", "⏎"));
  });
}

for (const text of [
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert%281%29)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:x) [x](file:///etc/passwd) [x](//evil.example) [x](/path) [x](#a)",
  "[x](https://bank.example@evil.example/)",
  "[x](https://bank.example:pass@evil.example/)",
  "[x](https://) [x](http:evil.example)",
  "[x](mailto:a@b.example?bcc=evil@evil.example&body=x)",
  "[x](ht\ntps://evil.example)",
  "[x](\u0001https://evil.example)",
  "[\u202egnp.elpmaxe](https://evil.example\u202e)",
  "[](https://evil.example)",
  "[ ](https://evil.example",
]) {
  test(`makes no link with the label of ${JSON.stringify(text)}`, () => {
    for (const href of hrefsOf(parseText(text))) expect(href).toMatch(/^(https:\/\/evil\.example|mailto:(a|evil)@)/);
    expect(outlineOf(parseText(text))).not.toMatch(/L\((x|\p{C}|\|)/u);
  });
}

test("a link whose text names another host, or one in letters that pass for others, shows the host it leads to", () => {
  const shown = (text: string) => plainText(text);
  expect(shown("[https://bank.example](https://evil.example/x)")).toBe("https://bank.example (evil.example)");
  expect(shown("[bank.example.evil.example](https://evil.example)")).toBe("bank.example.evil.example (evil.example)");
  expect(shown("https://аррӏе.com/x")).toBe("https://аррӏе.com/x (xn--80ak6aa92e.com)");
  expect(shown("[аррӏе.com](https://аррӏе.com)")).toBe("аррӏе.com (xn--80ak6aa92e.com)");
  expect(shown("http://0x7f.1/")).toBe("http://0x7f.1/ (127.0.0.1)");
  expect(shown("https://xn--80ak6aa92e.com/")).toBe("https://xn--80ak6aa92e.com/");
});

test("plain text has lists, quotes and code without their marks, and addresses if they're wanted", () => {
  const text = "**Hi**\n- a\n- [b](https://b.example/c)\n> q\n```\nx\n```\n1. y\n2. z";
  expect(plainText(text)).toBe("Hi\n- a\n- b (b.example)\n> q\nx\n1. y\n2. z");
  expect(plainText(text, "address")).toContain("- b (https://b.example/c)");
  expect(plainText("mailto:ana@shop.example", "address")).toBe("mailto:ana@shop.example");
});

const marks = fc.constantFrom(
  ..."*_`[](>)-:#~ \n".split(""),
  ...[
    "**",
    "***",
    "```",
    "\n```\n",
    "\n- ",
    "\n1. ",
    "\n> ",
    "](https://a.example)",
    "](javascript:x)",
    "https://b.example/",
  ],
  ...["ana@shop.example", "@", "a", "word", "你", "مرحبا"],
);
const anyText = fc.array(fc.oneof(marks, fc.string({ unit: anyLetter, maxLength: 4 })), { maxLength: 60 });

test("no text loses a letter, and no link leads elsewhere than to the web or an email address", () => {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
  fc.assert(
    fc.property(anyText, (pieces) => {
      const text = pieces.join("");
      // The language after a fence is a mark too.
      const written = text
        .split(/\r\n?|\n/)
        .map((line) => line.replace(/^```[\w+#.-]*\s*$/, ""))
        .join("\n");
      const plain = plainText(text, "address")
        .split(/\r\n?|\n/)
        .map((line) => line.replace(/^```[\w+#.-]*\s*$/, ""))
        .join("\n");
      const codeless = (some: string) => letters(some).replaceAll("mailto", "");
      expect(codeless(plain)).toBe(codeless(written));
      for (const href of hrefsOf(parseText(text))) {
        expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
        expect(["http:", "https:", "mailto:"]).toContain(new URL(href).protocol);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a text without marks is one paragraph, unchanged", () => {
  const unmarked = fc.string({ unit: anyLetter }).filter((text) => !/[*_`:[\]@>\r-]|\d\./.test(text));
  fc.assert(
    fc.property(unmarked, (text) => {
      expect(parseText(text)).toEqual([{ kind: "paragraph", children: text ? [text] : [] }]);
    }),
  );
});

const LENGTH = 10_000;
const HOSTILE = [
  "[",
  "[x](",
  "[x](y(",
  "*",
  "*_",
  " *a",
  " *a _b **c ***d",
  "`",
  " `a",
  " ` a",
  "``a ",
  "a@",
  "a.",
  "> ",
  "> a\n",
]
  .concat(["```js\n", "```\n", "- a\n", "1. a\n", "- a\n  b\n", "- a\n* a\n", "- 5\n", "> 5\n", ":a", "https://"])
  .concat(["\n", "*a* ", "[x](https://a.example)", "(", "[x](a(b)", "***a** b*"]);

for (const piece of HOSTILE) {
  test(`parses ${JSON.stringify(piece)} over and over in steps that grow with its length, and no deeper than marks nest`, () => {
    const [few, many] = [LENGTH, 2 * LENGTH].map((length) => stepsOf(piece.repeat(length / piece.length)));
    expect(many).toBeLessThan(3 * (few ?? 0) + 100);
    expect(depthOf(parseText(piece.repeat(LENGTH / piece.length)))).toBeLessThan(12);
  });
}

/** Counts how often the parser searches in a text, a measure of its work that no busy machine changes. */
function stepsOf(text: string): number {
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  let steps = 0;
  RegExp.prototype.exec = function counted(searched: string) {
    steps += 1;
    return exec.call(this, searched);
  };
  String.prototype.indexOf = function counted(...searched) {
    steps += 1;
    return indexOf.apply(this, searched);
  };
  try {
    parseText(text);
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.indexOf = indexOf;
  }
  return steps;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
