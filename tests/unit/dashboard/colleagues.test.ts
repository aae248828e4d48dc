import { expect, test } from "@playwright/test";
import {
  type Colleagues,
  isDoubtful,
  nextEnd,
  noteLeft,
  noteLooking,
  noteReport,
  noteSent,
  noteTyping,
  shownColleagues,
  stillThere,
} from "#components/assignment/colleagues.ts";

const NOW = 1_000_000;
const NO_ONE: Colleagues = [];

test("counts a colleague as looking for 30 seconds after their tab's last report, and then asks", () => {
  const all = noteReport(NO_ONE, [{ userId: "ada", secondsAgo: 12 }], NOW);
  expect(shownColleagues(all, NOW)).toEqual({ typing: [], noting: [], looking: ["ada"] });
  expect(nextEnd(all, NOW)).toBe(NOW + 18_000);
  expect([NOW + 17_999, NOW + 18_000].map((now) => isDoubtful(all, now))).toEqual([false, true]);
  expect(noteReport(all, [], NOW + 18_000)).toEqual([]);
});

test("shows who comes and who leaves at once", () => {
  const both = noteLooking(noteLooking(NO_ONE, "bob", NOW), "ada", NOW);
  expect(shownColleagues(both, NOW).looking).toEqual(["ada", "bob"]);
  expect(shownColleagues(noteLeft(both, "ada"), NOW).looking).toEqual(["bob"]);
});

test("shows a colleague as typing for six seconds, and as looking once they've sent it", () => {
  const looking = noteLooking(NO_ONE, "ada", NOW);
  const typing = noteTyping(looking, { userId: "ada", isNote: false }, NOW + 1_000);
  expect(shownColleagues(typing, NOW + 1_000)).toEqual({ typing: ["ada"], noting: [], looking: [] });
  expect(nextEnd(typing, NOW + 1_000)).toBe(NOW + 7_000);
  expect(shownColleagues(typing, NOW + 7_000)).toEqual({ typing: [], noting: [], looking: ["ada"] });
  expect(shownColleagues(noteSent(typing, "ada"), NOW + 1_000)).toEqual({ typing: [], noting: [], looking: ["ada"] });
});

test("shows a note that's written apart from a reply, until it's there", () => {
  const writing = noteTyping(noteLooking(NO_ONE, "ada", NOW), { userId: "ada", isNote: true }, NOW);
  expect(shownColleagues(noteReport(writing, [{ userId: "ada", secondsAgo: 0 }], NOW), NOW)).toEqual({
    typing: [],
    noting: ["ada"],
    looking: [],
  });
  expect(shownColleagues(noteSent(writing, "ada"), NOW).noting).toEqual([]);
});

test("keeps someone who types without having been seen, until they no longer type", () => {
  const typing = noteTyping(NO_ONE, { userId: "ada", isNote: false }, NOW);
  expect(noteReport(typing, [], NOW + 1_000)).toEqual(typing);
  expect(isDoubtful(typing, NOW + 6_000)).toBe(true);
  expect(noteReport(typing, [], NOW + 6_000)).toEqual([]);
});

test("leaves out a colleague who left after a report was asked for, and shows one who came back", () => {
  const people = ["ada", "bob"].map((userId) => ({ userId, secondsAgo: 1 }));
  const left = new Map([["ada", NOW]]);
  expect(stillThere(people, left, NOW - 200).map(({ userId }) => userId)).toEqual(["bob"]);
  expect(stillThere(people, left, NOW + 200)).toEqual(people);
});
