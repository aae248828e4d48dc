import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { inboxCursor } from "#lib/desk/conversations/cursor.ts";
import { AppError } from "#platform/errors.ts";
import { anyLetter } from "../../support/any-letter.ts";

const place = fc.record({
  at: fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
  id: fc.uuid(),
});
const filter = fc.record(
  { status: fc.constantFrom("open", "closed"), siteId: fc.uuid(), q: fc.string({ minLength: 1 }) },
  { requiredKeys: [] },
);

function refusal(cursor: string, of: Parameters<typeof inboxCursor.decode>[1]): unknown {
  try {
    return inboxCursor.decode(cursor, of);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

test("a cursor returns its position under the filter it was created for", () => {
  fc.assert(
    fc.property(place, filter, (where, of) => {
      const cursor = inboxCursor.encode(where, of);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(inboxCursor.decode(cursor, of)).toEqual(where);
    }),
  );
});

test("a cursor is rejected under any other filter", () => {
  fc.assert(
    fc.property(place, filter, filter, (where, made, asked) => {
      fc.pre(made.status !== asked.status || made.siteId !== asked.siteId || made.q !== asked.q);
      expect(refusal(inboxCursor.encode(where, made), asked)).toBe("invalid_request");
    }),
  );
});

test("a cursor of the spam list is refused by the other lists, and theirs by the spam list", () => {
  fc.assert(
    fc.property(place, filter, (where, of) => {
      const spam = { ...of, spam: "true" } as const;
      expect(refusal(inboxCursor.encode(where, spam), of)).toBe("invalid_request");
      expect(refusal(inboxCursor.encode(where, of), spam)).toBe("invalid_request");
    }),
  );
});

test("a cursor that an earlier version returned is still accepted", () => {
  const id = "01a1fbf4-dbdf-77ef-a335-7b00ecd2de7c";
  const cursorOf = (text: string) => Buffer.from(JSON.stringify([0, id, text])).toString("base64url");
  const position = { at: new Date(0), id };
  expect(inboxCursor.decode(cursorOf(" "), {})).toEqual(position);
  const labeled = { q: "mug", mentioned: "true", starred: "true", labelId: id, siteId: id } as const;
  expect(inboxCursor.decode(cursorOf(` ${id} labelId=${id} starred=true mentioned=true mug`), labeled)).toEqual(
    position,
  );
  const waiting = { order: "waiting", assignee: "me", snoozed: "false", status: "open", spam: "true" } as const;
  expect(inboxCursor.decode(cursorOf("spam open  snoozed=false assignee=me order=waiting"), waiting)).toEqual(position);
});

test("an invalid cursor is rejected without an exception", () => {
  const forged = fc.oneof(
    fc.string({ unit: anyLetter }),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
  );
  fc.assert(fc.property(forged, (cursor) => expect(refusal(cursor, {})).toBe("invalid_request")));
});
