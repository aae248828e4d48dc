import { expect, test } from "@playwright/test";
import { draftedSpans } from "#components/composer/drafted-spans.ts";

/** Writes a draft's spans as `{style+style text}`, and plain ones as they are. */
const written = (draft: string, mention?: string) =>
  draftedSpans(draft, mention)
    .map(({ text, styles }) => (styles.length > 0 ? `{${styles.join("+")} ${text}}` : text))
    .join("");

for (const [draft, shown] of [
  ["Just text, 2*3*4 and snake_case", "Just text, 2*3*4 and snake_case"],
  ["It's **now** or *never*", "It's {mark **}{strong now}{mark **} or {mark *}{emphasis never}{mark *}"],
  ["***both***", "{mark ***}{strong+emphasis both}{mark ***}"],
  ["**not closed", "**not closed"],
  ["run `npm test`", "run {mark `}{code npm test}{mark `}"],
  ["- one\n- two *x*", "{mark - }one{mark \n- }two {mark *}{emphasis x}{mark *}"],
  ["> quoted\n> twice\nreply", "{mark > }{quote quoted}{mark \n> }{quote twice}\nreply"],
  ["```js\nlet a\nlet b\n```", "{mark ```js\n}{code let a}\n{code let b}{mark \n```}"],
  ["see https://example.com/a.", "see {link https://example.com/a}."],
  ["see [the docs](https://example.com)", "see {mark [}{link the docs}{mark ](https://example.com)}"],
  ["done :tada: **yes**", "done :tada: {mark **}{strong yes}{mark **}"],
  ["done 🎉 **yes**", "done 🎉 {mark **}{strong yes}{mark **}"],
  ["a\n\n\nb", "a\n\n\nb"],
] as const) {
  test(`a draft shows its formatting as it's typed: ${JSON.stringify(draft)}`, () => {
    expect(written(draft)).toBe(shown);
  });
}

test("a note shows the teammates it mentions", () => {
  expect(written("ask @Mara **now**", "@(?:Mara)")).toBe("ask {mention @Mara} {mark **}{strong now}{mark **}");
});

test("the parts of any draft are the draft, letter by letter", () => {
  const pieces = [
    "**",
    "*",
    "_",
    "`",
    "```",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "2. ",
    "[a](https://b.example)",
    ":tada:",
    "🎉",
  ];
  const words = [
    "now",
    "שלום",
    "مرحبا",
    "漢字",
    " ",
    "  ",
    "https://a.example/x_y_z",
    "a@b.example",
    "@Mara",
    "é",
    "\t",
  ];
  // A generator of its own, so that a failure can be repeated.
  let seed = 20_261_127;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  const all = [...pieces, ...words, ...words];
  for (let round = 0; round < 3_000; round += 1) {
    const draft = Array.from({ length: 1 + next(14) }, () => all[next(all.length)] ?? "").join("");
    const spans = draftedSpans(draft);
    const joined = spans.map(({ text }) => text).join("");
    if (joined !== draft) expect(joined).toBe(draft);
  }
});
