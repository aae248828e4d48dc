import { expect, test } from "@playwright/test";
import { REPLY_GOES_TO, replySentence } from "#lib/notify/mail/templates/owner-alert.ts";
import { doubtOf, faultOf } from "#lib/notify/mail-in/persons-rules.ts";
import { keepOwnWords } from "#platform/mail-in/own-words.ts";
import { plainLines } from "#platform/mail-in/plain-lines.ts";

const mail = { headers: [["from", "jane@b.example"] as [string, string]], isEncrypted: false, isWhole: true };
const file = { name: "plan.pdf", size: 1 };

const FAULTS: [what: string, Parameters<typeof faultOf>, ReturnType<typeof faultOf>][] = [
  ["a text", [mail, { text: "Yes", files: [] }], null],
  ["a file", [mail, { text: "", files: [file] }], null],
  ["nothing", [mail, { text: " \u200b\n", files: [] }], "empty"],
  ["4,000 characters, of two units each", [mail, { text: "😀".repeat(4_000), files: [] }], null],
  ["more", [mail, { text: "x".repeat(4_001), files: [] }], "too_long"],
  [
    "more than the parser holds",
    [
      { ...mail, isWhole: false },
      { text: "Yes", files: [] },
    ],
    "too_long",
  ],
  [
    "what's encrypted",
    [
      { ...mail, isEncrypted: true },
      { text: "", files: [file] },
    ],
    "encrypted",
  ],
  [
    "what the parser couldn't read",
    [
      { ...mail, headers: [] },
      { text: "It couldn't be read", files: [] },
    ],
    "unreadable",
  ],
];
for (const [what, of, fault] of FAULTS) {
  test(`an email with ${what} ${fault ? `isn't sent: ${fault}` : "is sent"}`, () => {
    expect(faultOf(...of)).toBe(fault);
  });
}

test("what comes within 30 seconds of its alert, or may have a part of it, is asked about", () => {
  const sentAt = new Date("2026-11-29T10:00:00Z");
  const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1_000);
  const doubt = { isSafe: true, machine: null, sentAt } as const;
  expect(doubtOf({ ...doubt, receivedAt: after(29) })).toBe("quick");
  expect(doubtOf({ ...doubt, receivedAt: after(30) })).toBeNull();
  expect(doubtOf({ ...doubt, sentAt: null, receivedAt: after(0) })).toBeNull();
  expect(doubtOf({ ...doubt, isSafe: false, receivedAt: after(99) })).toBe("unsure");
  expect(doubtOf({ ...doubt, machine: "subject", receivedAt: after(99) })).toBe("automatic");
});

test("the first sentence of an alert begins its quote, whatever the visitor is called by then", () => {
  const of = { said: [], fence: REPLY_GOES_TO, host: "inbox.example" };
  for (const name of ["Jane", "A visitor", "Ада Лавлейс", "jane@b.example"]) {
    const quoted = `From: Inbox\nSent: Sunday\nTo: Bob\nSubject: Hi\n\n${replySentence(name)}\n\nSecret`;
    expect(keepOwnWords(plainLines(`Yes\n\n${quoted}`), of)).toEqual({ text: "Yes", isSafe: true });
    expect(keepOwnWords(plainLines(`Yes\n\n${replySentence(name)}\n\nSecret`), of).text).not.toContain("Secret");
  }
});
