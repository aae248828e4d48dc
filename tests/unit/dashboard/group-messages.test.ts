import { expect, test } from "@playwright/test";
import { groupMessages } from "#components/conversation/group-messages.ts";
import type { MessageJson } from "#lib/messages/schema.ts";

const reader = { language: "en", timeZone: "Europe/Berlin", now: Date.parse("2026-06-02T12:00:00Z") };

const message = (createdAt: string, senderType: MessageJson["senderType"] = "visitor"): MessageJson => ({
  id: `${createdAt} ${senderType}`,
  conversationId: "c",
  senderType,
  body: "",
  createdAt,
  senderId: "s",
  seq: 1,
});

const shape = (messages: MessageJson[]) =>
  groupMessages(messages, reader).map(({ key, groups }) => [key, groups.map((group) => group.messages.length)]);

test("joins what one side wrote within five minutes", () => {
  const run = ["2026-06-01T08:00:00Z", "2026-06-01T08:04:59Z", "2026-06-01T08:05:00Z"].map((at) => message(at));
  expect(shape(run)).toEqual([["2026-06-01", [2, 1]]]);
});

test("begins a group when the other side writes", () => {
  const talk = [message("2026-06-01T08:00:00Z"), message("2026-06-01T08:00:01Z", "owner")];
  expect(shape(talk)).toEqual([["2026-06-01", [1, 1]]]);
});

test("begins a day at the reader's midnight", () => {
  const night = [message("2026-06-01T21:59:00Z"), message("2026-06-01T22:01:00Z")];
  expect(shape(night)).toEqual([
    ["2026-06-01", [1]],
    ["2026-06-02", [1]],
  ]);
});
