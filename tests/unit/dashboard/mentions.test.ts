import { expect, test } from "@playwright/test";
import { findMention, findTeammates, mentionPattern, mentionsIn } from "#components/notes/mentions.ts";
import { parseText } from "#platform/formatted-text/parse.ts";

const TEAM = [
  { id: "1", name: "Ada" },
  { id: "2", name: "Ada Lovelace" },
  { id: "3", name: "grace@example.com" },
];
const names = (query: string) => findTeammates(TEAM, query).map(({ name }) => name);

test("an @ at the start of a word asks for teammates, and an email address doesn't", () => {
  expect(findMention("Ask @ad", 7)).toEqual({ start: 4, end: 7, query: "ad" });
  expect(findMention("@", 1)).toEqual({ start: 0, end: 1, query: "" });
  expect(findMention("ada@example", 11)).toBeUndefined();
  expect(findMention("@ada\nplease", 11)).toBeUndefined();
});

test("teammates are found by the beginning of any part of their name", () => {
  expect(names("")).toHaveLength(3);
  expect(names("love")).toEqual(["Ada Lovelace"]);
  expect(names("ada l")).toEqual(["Ada Lovelace"]);
  expect(names("exam")).toEqual(["grace@example.com"]);
  expect(names("da")).toEqual([]);
});

test("a note mentions those whose whole name follows an @, the longer of two", () => {
  expect(mentionsIn("@Ada Lovelace and @grace@example.com, please look.", TEAM)).toEqual(["2", "3"]);
  expect(mentionsIn("@Ada, please look.", TEAM)).toEqual(["1"]);
  expect(mentionsIn("@Adam or Ada", TEAM)).toEqual([]);
});

test("a name with signs that patterns use is mentioned as it is", () => {
  const odd = [{ id: "4", name: "A.* (b) [c] | $^ {2} + ? \\ / -" }];
  expect(mentionsIn("Ask @A.* (b) [c] | $^ {2} + ? \\ / -, please.", odd)).toEqual(["4"]);
  expect(mentionsIn("Ask @Abc (b)", odd)).toEqual([]);
});

test("a note's tree has its mentions, and no link within one", () => {
  const tree = parseText("@Ada Lovelace and **@grace@example.com**, or ada@example.com? `@Ada`", mentionPattern(TEAM));
  expect(tree).toEqual([
    {
      kind: "paragraph",
      children: [
        { kind: "mention", text: "@Ada Lovelace" },
        " and ",
        { kind: "strong", children: [{ kind: "mention", text: "@grace@example.com" }] },
        ", or ",
        { kind: "link", href: "mailto:ada@example.com", children: ["ada@example.com"] },
        "? ",
        { kind: "code", text: "@Ada" },
      ],
    },
  ]);
  expect(parseText("@Ada", mentionPattern([]))).toEqual([{ kind: "paragraph", children: ["@Ada"] }]);
});
