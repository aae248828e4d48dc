import { expect, test } from "@playwright/test";
import { parseText } from "#platform/formatted-text/parse.ts";
import { MARKS } from "../../../widget/panel/marks.ts";

const FORMATTED = [
  "so **bold** it is",
  "*now*",
  "_now_",
  "`code`",
  "```\ncode\n```",
  "- one\n- two",
  "-\tone\n-\ttwo",
  "* one\r* two",
  "1. one\r\n2. two",
  "> quoted",
  "HTTPS://example.com",
  "ada@example.com",
  "[label](mailto:ada@example.com)",
  "great :+1: :tada:",
];

for (const text of FORMATTED) {
  test(`the widget loads the code of formatting for ${JSON.stringify(text)}`, () => {
    expect(parseText(text), "it's formatted").not.toEqual([{ kind: "paragraph", children: [text] }]);
    expect(text).toMatch(MARKS);
  });
}

test("the widget loads no code of formatting for plain texts", () => {
  for (const text of ["Hello!", "It costs 3.50 (or 4)", "2*3 is 6", "snake_case", "at 10:30", "well-known"]) {
    expect(text).not.toMatch(MARKS);
  }
});
