import { expect, test } from "@playwright/test";
import { type MessageGroup, seenInChunk, seenInGroup } from "#components/conversation/group-messages.ts";

const group = (sender: MessageGroup["sender"], ...seqs: (number | undefined)[]): MessageGroup => ({
  key: String(seqs[0]),
  sender,
  senderId: sender,
  isNew: false,
  at: "",
  items: seqs.map((seq) => ({
    key: String(seq),
    sender,
    senderId: sender,
    body: "",
    createdAt: "",
    ...(seq && { seq }),
  })),
});

test("returns the same for a group however far beyond it the visitor has read, so it isn't rendered again", () => {
  const own = group("owner", 5, 6, 7);
  expect([1, 4].map((seen) => seenInGroup(own, seen))).toEqual([4, 4]);
  expect([5, 6].map((seen) => seenInGroup(own, seen))).toEqual([5, 6]);
  expect([7, 100].map((seen) => seenInGroup(own, seen))).toEqual([7, 7]);
});

test("returns nothing for the visitor's messages, or for pending ones", () => {
  expect(seenInGroup(group("visitor", 5, 6), 6)).toBe(0);
  expect(seenInGroup(group("owner", undefined), 6)).toBe(0);
  expect(seenInGroup(group("owner", 5, undefined), 9)).toBe(5);
});

test("returns the same for a chunk of groups", () => {
  const chunk = { key: "0", groups: [group("visitor", 1, 2), group("owner", 3, 4)] };
  expect([0, 3, 4, 90].map((seen) => seenInChunk(chunk, seen))).toEqual([0, 3, 4, 4]);
});
