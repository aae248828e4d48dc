import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { parseText } from "#platform/formatted-text/parse.ts";
import { foldMail, writeLines } from "#platform/mail-in/fold.ts";
import { htmlLines } from "#platform/mail-in/html-lines.ts";
import { QUOTES } from "./attributions.ts";

const text = (html: string) => writeLines(htmlLines(html).lines);

const ROWS: [why: string, html: string, text: string][] = [
  ["text alone", "Hello <br>you", "Hello\nyou"],
  ["entities and white space", "a &amp;\n\t b&nbsp;&lt;c&gt;  d", "a & b <c> d"],
  ["paragraphs", "<p>One</p><p>Two</p>", "One\n\nTwo"],
  [
    "paragraphs of Word",
    '<p class="MsoNormal">One</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Two</p>',
    "One\n\nTwo",
  ],
  ["lines of Gmail", "<div>One</div><div><br></div><div>Two</div>", "One\n\nTwo"],
  ["bold and italic", "A <b>b</b> and <em>c</em> and <strong><i>d</i></strong>.", "A **b** and *c* and ***d***."],
  ["white space within a mark", "A<b> b </b>c", "A **b** c"],
  ["a mark that wouldn't be read back", "un<b>believ</b>able", "unbelievable"],
  ["one mark of two that wouldn't be read back", "un<b>believ</b>able and <b>bold</b>", "unbelievable and **bold**"],
  ["headings", "<h1>Title</h1>Text", "**Title**\n\nText"],
  ["code", "Run <code>npm test</code> now", "Run `npm test` now"],
  ["a block of code", '<pre class="code">a\n  b</pre>', "```\na\n  b\n```"],
  ["text as written", "<pre>a\n  b</pre>", "a\n  b"],
  ["quote marks in text as written", "<pre>Yes\n&gt; First?</pre>", "Yes\n> First?"],
  ["a link", 'See <a href="https://a.example/x">this page</a>.', "See [this page](https://a.example/x)."],
  ["a link with its own address", '<a href="https://a.example/x">https://a.example/x</a>', "https://a.example/x"],
  ["an email link", '<a href="mailto:a@b.example?subject=x">write</a>', "[write](mailto:a@b.example)"],
  ["a link that can't be marked", '<a href="https://a.example/x">a[1]</a>', "a[1] (https://a.example/x)"],
  ["a link that isn't safe", '<a href="javascript:alert(1)">click</a><a href="data:x">me</a>', "clickme"],
  ["lists", "<ul><li>One</li><li>Two</li></ul>", "- One\n- Two"],
  ["a numbered list from three", '<ol start="3"><li>One<li>Two</ol>', "3. One\n4. Two"],
  ["a list in a list", "<ul><li>One<ul><li>A<li>B</ul><li>Two</ul>", "- One\n  - A\n  - B\n- Two"],
  ["a table", "<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>", "a | 1\nb | 2"],
  ["a table for the layout", "<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>", "a"],
  ["quotes", "Yes<blockquote>One<blockquote>Two</blockquote></blockquote>", "Yes\n\n> One\n>\n> > Two"],
  [
    "Gmail's indent, which is no quote",
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>One</div></blockquote>',
    "One",
  ],
  ["pictures", '<img src="https://a.example/p.png" alt="a cat"> <img src="x.png">', "[a cat]"],
  ["a tracking pixel", 'Hi<img src="https://a.example/p.gif" width="1" height="1" alt="pixel">', "Hi"],
  ["what isn't shown", "<style>a{}</style><script>b()</script><title>c</title><!-- d -->e", "e"],
  [
    "hidden elements",
    '<div style="display:none">a<b>b</b></div><span hidden>c</span><p style="mso-hide:all">d</p>e',
    "e",
  ],
  ["elements that aren't closed", "<div><b>a<div>c", "**a**\n**c**"],
  ["a closing tag too many", "a</div></b></blockquote>b", "ab"],
];

for (const [why, html, expected] of ROWS) {
  test(`HTML becomes lines: ${why}`, () => {
    expect(text(html)).toBe(expected);
  });
}

for (const [client, html] of QUOTES) {
  test(`the quote of ${client} is found`, () => {
    const { shown, quoted, isSure } = foldMail(htmlLines(html).lines, null);
    expect([shown, isSure]).toEqual(["Yes", true]);
    expect(quoted).toContain("Q1");
  });
}

test("own lines within Gmail's quote are the sender's", () => {
  const html =
    '<div class="gmail_quote"><div class="gmail_attr">On Nov 3, 2023, Jane wrote:<br></div><blockquote class="gmail_quote">Q1</blockquote><div>Yes</div><blockquote class="gmail_quote">Q2</blockquote><div>No</div></div>';
  const { shown, isInline } = foldMail(htmlLines(html).lines, null);
  expect(isInline).toBe(true);
  expect(shown.split("\n").filter((line) => /^(?:Yes|No)$/.test(line))).toEqual(["Yes", "No"]);
});

test("pictures of the mail are found, with their place", () => {
  const { images } = htmlLines('One<img src="cid:a%40b"><blockquote>Two<br><img src="CID:c"></blockquote>');
  expect(images.map(({ id, depth }) => [id, depth])).toEqual([
    ["a@b", 0],
    ["c", 1],
  ]);
});

const words = fc.constantFrom(
  "one",
  "two",
  "*",
  "_x_",
  "`",
  "[a]",
  "(b)",
  "https://c.example/d",
  ":smile:",
  "> ",
  "- ",
  "1. ",
);
const inline: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    words,
    fc
      .tuple(fc.constantFrom("b", "i", "code", "span", "u"), fc.array(tie("node"), { maxLength: 3 }))
      .map(([name, content]) => `<${name}>${content.join("")}</${name}>`),
    fc.array(tie("node"), { maxLength: 2 }).map((content) => `<a href="https://e.example/f">${content.join("")}</a>`),
    fc.constant(" "),
  ),
})).node;

test("every word is kept, whatever the elements around it", () => {
  fc.assert(
    fc.property(fc.array(inline, { maxLength: 6 }), (pieces) => {
      const html = pieces.join("");
      const shown = text(html);
      const plain = html.replaceAll(/<[^>]+>/g, "");
      const count = (of: string, word: string) => of.split(word).length - 1;
      for (const word of ["one", "two"]) expect(count(shown, word)).toBe(count(plain, word));
    }),
    { numRuns: 1_000 },
  );
});

test("marks are read back as what they were", () => {
  const html = "<b>one</b>, <i>two</i> and <code>three</code> <a href='https://a.example'><b>four</b></a>";
  expect(parseText(text(html))).toEqual([
    {
      kind: "paragraph",
      children: [
        { kind: "strong", children: ["one"] },
        ", ",
        { kind: "emphasis", children: ["two"] },
        " and ",
        { kind: "code", text: "three" },
        " ",
        {
          kind: "link",
          href: "https://a.example",
          host: "a.example",
          children: [{ kind: "strong", children: ["four"] }],
        },
      ],
    },
  ]);
});

test("any text is read as HTML, and nested and unclosed elements take time in proportion", { tag: "@all" }, () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (html) => void text(html)),
    { numRuns: 500 },
  );
  const started = performance.now();
  for (const piece of [
    "<b>",
    "<div>",
    "<blockquote>a",
    "<ul><li>",
    "<a href='x'>",
    "<",
    "&",
    "<p",
    "<table><tr><td>x",
    "*a",
  ]) {
    text(piece.repeat(50_000));
  }
  expect(text(`${"<div>".repeat(5_000)}deep`)).toBe("deep");
  expect(performance.now() - started).toBeLessThan(20_000);
});
