import { expect, test } from "@playwright/test";
import { peopleInOrder } from "#lib/desk/people/person.ts";
import type { PersonVisitorRow } from "#lib/desk/people/statements.ts";

const AT = new Date("2026-11-01T12:00:00Z");

/** A visitor of a person, who is themselves unless it's given. */
const visitor = (id: string, more: Partial<PersonVisitorRow> = {}): PersonVisitorRow => ({
  id,
  personId: id,
  siteId: "site",
  siteName: "Shop",
  name: null,
  email: null,
  isEmailConfirmed: false,
  phone: null,
  externalId: null,
  isVerified: false,
  language: null,
  isBlocked: false,
  about: null,
  createdAt: AT,
  conversations: 1,
  lastMessageAt: AT,
  undoUntil: null,
  mergedById: null,
  ...more,
  mergedAt: more.personId === undefined ? null : AT,
});

test("people are in the order of the visitors they were found by, each once", () => {
  const rows = [visitor("a"), visitor("b"), visitor("c", { personId: "a" })];
  expect(peopleInOrder(["b", "c", "a", "gone"], rows).map(({ id }) => id)).toEqual(["b", "a"]);
});

test("a merged person shows what's proven before what's claimed, and else what the first visitor said", () => {
  const [person] = peopleInOrder(
    ["b"],
    [
      visitor("a", { personId: "b", name: "Ann", email: "ann@example.com", isEmailConfirmed: true, phone: "030 1041" }),
      visitor("b", { email: "claimed@example.com", externalId: "claimed" }),
      visitor("c", { personId: "b", name: "Cay", externalId: "customer-7", isVerified: true, isBlocked: true }),
    ],
  );
  expect(person).toMatchObject({
    id: "b",
    name: "Ann",
    email: "ann@example.com",
    isEmailConfirmed: true,
    phone: "030 1041",
    externalId: "customer-7",
    isVerified: true,
    isBlocked: true,
    conversations: 3,
  });
  expect(person?.visitors.map(({ id }) => id)).toEqual(["b", "a", "c"]);
});

test("a merged person was first seen when the earliest visitor was, and wrote last when the latest did", () => {
  const [earlier, later] = [new Date(AT.getTime() - 1), new Date(AT.getTime() + 1)];
  const [person] = peopleInOrder(
    ["b"],
    [
      visitor("a", { personId: "b", createdAt: earlier, lastMessageAt: null }),
      visitor("b"),
      visitor("c", { personId: "b", createdAt: later, lastMessageAt: later }),
    ],
  );
  expect([person?.createdAt, person?.lastMessageAt]).toEqual([earlier, later]);
});
