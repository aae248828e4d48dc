import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createEventParser, type ParsedEvent } from "#client/event-parser.ts";

function parse(...pieces: string[]): ParsedEvent[] {
  const events: ParsedEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

test("an event is parsed with each of the three line endings", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    expect(parse(["event: read", "data: 1", "", ""].join(end))).toEqual([{ type: "read", data: "1" }]);
  }
});

test("a stream is parsed the same wherever it's cut, even within a line ending", () => {
  const whole = ": hello\r\nevent: a\r\ndata: x\r\ndata: y\r\n\r\n\r\nevent:b\ndata:  z\n\nid: 7\rdata: é😀\r\r";
  const expected = parse(whole);
  expect(expected).toEqual([
    { type: "a", data: "x\ny" },
    { type: "b", data: " z" },
    { type: "message", data: "é😀" },
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length })), (cuts) => {
      const sorted = [0, ...cuts.sort((one, other) => one - other), whole.length];
      const pieces = sorted.slice(1).map((end, index) => whole.slice(sorted[index], end));
      expect(parse(...pieces)).toEqual(expected);
    }),
  );
});

test("an event without its final empty line isn't reported", () => {
  expect(parse("event: read\ndata: {}\n")).toEqual([]);
});

test("comments and events without data are ignored", () => {
  expect(parse(": still here\n\nevent: read\n\ndata: 1\n\n")).toEqual([{ type: "message", data: "1" }]);
});
