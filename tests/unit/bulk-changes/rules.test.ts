import { expect, test } from "@playwright/test";
import { type ConversationState, groupByChange, reverseOf } from "#lib/desk/bulk-changes/rules.ts";

const STATE: ConversationState = {
  seq: 1,
  status: "open",
  spam: false,
  assignee: null,
  starred: false,
  snoozed: false,
  until: null,
  settled: false,
  woken: null,
  wokenBy: null,
  labels: ["a", "b"],
};
const TIME = "2026-12-01T08:00:00+00:00";

const CASES: [what: string, before: Partial<ConversationState>, after: Partial<ConversationState>, reverse: object][] =
  [
    ["nothing", {}, {}, {}],
    ["a close", {}, { status: "closed" }, { status: "open" }],
    [
      "a close that ended a snooze",
      { snoozed: true, until: TIME },
      { status: "closed" },
      { status: "open", snooze: { until: TIME } },
    ],
    [
      "a snooze until a reply that was until a time",
      { snoozed: true, until: TIME },
      { snoozed: true },
      { snooze: { until: TIME } },
    ],
    ["a snooze", {}, { snoozed: true }, { snooze: null }],
    ["an assignment to someone else", { assignee: "x" }, { assignee: "y" }, { assignee: "x" }],
    ["a first assignment", {}, { assignee: "y" }, { assignee: null }],
    ["a label added and one removed", {}, { labels: ["b", "c"] }, { labels: { add: ["a"], remove: ["c"] } }],
    [
      "a close that ended the mark that it woke",
      { woken: TIME, wokenBy: "time" },
      { status: "closed" },
      { status: "open" },
    ],
    ["no reply needed", {}, { settled: true }, { noReplyNeeded: false }],
    ["spam and a star", {}, { spam: true, starred: true }, { spam: false, starred: false }],
  ];

for (const [what, before, after, reverse] of CASES) {
  test(`the reverse of ${what} leads back to the state before`, () => {
    expect(reverseOf({ ...STATE, ...before }, { ...STATE, ...after })).toEqual(reverse);
  });
}

test("ids are grouped by equal changes", () => {
  const groups = groupByChange([
    { id: "1", change: { snooze: { until: TIME } } },
    { id: "2", change: { snooze: null } },
    { id: "3", change: { snooze: { until: TIME } } },
  ]);
  expect(groups.map(({ ids }) => ids)).toEqual([["1", "3"], ["2"]]);
});
