import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { readHeaderId, readHeaders, withoutComments } from "#platform/mail-in/headers.ts";
import { readMailboxes } from "#platform/mail-in/mailboxes.ts";

test("header fields are unfolded, in order, up to the empty line", () => {
  const block = "To: a@b.example,\r\n\tc@d.example\r\nSubject : x\r\nno field\r\nTO: e\r\n\r\nSubject: body";
  expect(readHeaders(Buffer.from(block))).toEqual([
    ["to", "a@b.example,\tc@d.example"],
    ["subject", "x"],
    ["to", "e"],
  ]);
});

test("raw bytes of another charset in a header are decoded", () => {
  expect(readHeaders(Buffer.from("Subject: gr\xfc\xdfe\n\n", "latin1"))).toEqual([["subject", "grüße"]]);
});

test("a Message-ID is read without its angle brackets", () => {
  expect(["<a@b>", "a@b", " <a@b> (x)", "", "< >", "a b"].map(readHeaderId)).toEqual([
    "a@b",
    "a@b",
    "a@b",
    null,
    null,
    null,
  ]);
});

test("comments are left out of a value, but not from text in quotes", () => {
  expect(withoutComments('a (b (c) \\) d) "(e)" f')).toBe('a  "(e)" f');
});

const ROWS: [value: string, mailboxes: [name: string, address: string][]][] = [
  ["jane@a.example", [["", "jane@a.example"]]],
  ["Jane Doe <jane@a.example>", [["Jane Doe", "jane@a.example"]]],
  [
    '"Doe, Jane" <jane@a.example>, Bob <b@a.example>',
    [
      ["Doe, Jane", "jane@a.example"],
      ["Bob", "b@a.example"],
    ],
  ],
  ["=?utf-8?q?J=C3=BCrgen?= <j@a.example>", [["Jürgen", "j@a.example"]]],
  ["jane@a.example (Jane)", [["Jane", "jane@a.example"]]],
  [
    "Team: jane@a.example, Bob <b@a.example>;",
    [
      ["", "jane@a.example"],
      ["Bob", "b@a.example"],
    ],
  ],
  ["undisclosed-recipients:;", []],
  ["<@relay.example:jane@a.example>", [["", "jane@a.example"]]],
  ['"jane doe"@a.example', [["", '"jane doe"@a.example']]],
  // A name that looks like an address.
  ['"jane@a.example" <evil@x.example>', [["jane@a.example", "evil@x.example"]]],
  ["jane@a.example <evil@x.example>", [["jane@a.example", "evil@x.example"]]],
  // Programs disagree about these, so each address counts.
  [
    "<jane@a.example> <evil@x.example>",
    [
      ["", "jane@a.example"],
      ["", "evil@x.example"],
    ],
  ],
  [
    "jane@a.example evil@x.example",
    [
      ["", "jane@a.example"],
      ["", "evil@x.example"],
    ],
  ],
  ["Jane", [["Jane", ""]]],
  ["", []],
];

for (const [value, mailboxes] of ROWS) {
  test(`mailboxes are read: ${JSON.stringify(value)}`, () => {
    expect(readMailboxes(value)).toEqual(mailboxes.map(([name, address]) => ({ name, address })));
  });
}

test("any text is read as mailboxes, in time that grows with its length", () => {
  fc.assert(
    fc.property(fc.string(), (value) => void readMailboxes(value)),
    { numRuns: 1_000 },
  );
  const started = performance.now();
  for (const piece of ["@a", "(", "<", '"', "a@b,", "=?utf-8?q?a?= ", "\\", ":"]) readMailboxes(piece.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(10_000);
});
