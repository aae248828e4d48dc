import { expect, test } from "@playwright/test";
import { chosenActions, knownActions, mergeActions, sentActions } from "#components/composer/chosen-actions.ts";

const ME = { me: "me-id", timeZone: "Europe/Berlin" };

test("a second saved reply adds its labels, and its other actions replace the first one's", () => {
  const first = { labels: ["a", "b"], assignee: "me", snooze: "week" } as const;
  expect(mergeActions({ ...first, labels: ["a", "b"] }, { labels: ["b", "c"], close: true })).toEqual({
    labels: ["a", "b", "c"],
    assignee: "me",
    close: true,
  });
  expect(mergeActions({ close: true }, { snooze: "later" })).toEqual({ snooze: "later" });
  expect(mergeActions({ close: true }, { assignee: "none" })).toEqual({ close: true, assignee: "none" });
  expect(mergeActions({ close: true }, {})).toEqual({ close: true });
});

test("deleted labels, and people who are gone or have no access, are left out", () => {
  const known = { labels: [{ id: "a" }], people: [{ id: "p" }] };
  expect(knownActions({ labels: ["x", "a"], assignee: "q", close: true }, known)).toEqual({
    labels: ["a"],
    close: true,
  });
  expect(knownActions({ labels: ["x"], assignee: "p" }, known)).toEqual({ assignee: "p" });
  expect(knownActions({ assignee: "me", snooze: "reply" }, known)).toEqual({ assignee: "me", snooze: "reply" });
});

test("a reply is sent with ids and the sender's time zone, and can be chosen again from what's unsent", () => {
  expect(sentActions({}, ME)).toEqual({});
  expect(sentActions({ close: true }, ME)).toEqual({ close: true });
  const { replyActions } = sentActions({ labels: ["a"], assignee: "none", snooze: "tomorrow" }, ME);
  expect(replyActions).toEqual({
    labels: ["a"],
    assignee: null,
    snooze: { time: "tomorrow", timeZone: "Europe/Berlin" },
  });
  expect(chosenActions(replyActions ?? {})).toEqual({ labels: ["a"], assignee: "none", snooze: "tomorrow" });
  expect(sentActions({ assignee: "me" }, ME)).toEqual({ replyActions: { assignee: "me-id" } });
});
