import { expect, test } from "@playwright/test";
import { findMention, findTeammates, mentionsIn, splitMentions } from "#components/notes/mentions.ts";

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

test("a note is split into its mentions and the text around them, which together are the note", () => {
  const note = "@Ada Lovelace and @grace@example.com, or ada@example.com?";
  const parts = splitMentions(note, TEAM);
  expect(parts.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual([
    "@Ada Lovelace",
    "@grace@example.com",
  ]);
  expect(parts.map(({ text }) => text).join("")).toBe(note);
  expect(splitMentions("No one", TEAM)).toEqual([{ at: 0, text: "No one", isMention: false }]);
});
