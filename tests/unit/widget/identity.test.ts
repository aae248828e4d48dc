import { expect, test } from "@playwright/test";
import { VisitorDetails } from "#lib/desk/visitors/schema.ts";
import { judgeIdentity } from "../../../widget/dialog/identity.ts";

const HASH = "0123456789abcdefABCDEF".padEnd(64, "0");

test("accepts what a page knows of its visitor, and ignores unknown fields", () => {
  const whole = { id: "customer-7", hash: HASH, name: "Ana", email: "ana@shop.example" };
  expect(judgeIdentity({ ...whole, plan: "gold" })).toEqual({ identity: whole, faults: [] });
  expect(judgeIdentity({ id: "7", hash: undefined, name: null, email: "" })).toEqual({
    identity: { id: "7" },
    faults: [],
  });
});

test("names each text that the API would reject", () => {
  const given = { id: "a\u202Eb", name: "x".repeat(81), email: "ana@" };
  expect(judgeIdentity(given)).toEqual({ identity: {}, faults: ["id", "name", "email"] });
  for (const id of [7, {}, ["7"], "a\nb", "\u200b", "\ud800", "x".repeat(201)]) {
    expect(judgeIdentity({ id }).faults, JSON.stringify(id)).toEqual(["id"]);
  }
  for (const nothing of [undefined, null, "ana", 7]) expect(judgeIdentity(nothing).faults).toEqual(["visitor"]);
});

test("rejects a malformed hash, and one without an id", () => {
  for (const hash of [HASH.slice(1), `${HASH}0`, `${HASH.slice(1)}g`, 7]) {
    expect(judgeIdentity({ id: "7", hash })).toEqual({ identity: { id: "7" }, faults: ["hash"] });
  }
  expect(judgeIdentity({ hash: HASH, name: "Ana" })).toEqual({ identity: { name: "Ana" }, faults: ["hash"] });
  expect(judgeIdentity({ id: "a\nb", hash: HASH })).toEqual({ identity: {}, faults: ["id", "hash"] });
});

test("what's left of a page's details is what the API accepts, so a page's mistake costs no message", () => {
  const emails = [
    "anna@пример.рф",
    "jane&john@example.com",
    "try..this@docomo.ne.jp",
    "a,b@example.com",
    "a@b..example",
  ];
  const texts = [
    "Ana",
    "x".repeat(81),
    "a\nb",
    "\u2028",
    "x".repeat(201),
    "\u200b",
    "a\u202eb",
    "\ud800",
    "a\u0085",
    "👩‍👩‍👧",
  ];
  for (const value of [...emails, ...texts, "@", `a@${"ü".repeat(200)}.example`]) {
    const { identity, faults } = judgeIdentity({ id: value, name: value, email: value });
    const { shape } = VisitorDetails;
    expect(shape.visitorId.safeParse(value).success, value).toBe(!faults.includes("id"));
    expect(shape.name.safeParse(value).success, value).toBe(!faults.includes("name"));
    expect(shape.email.safeParse(value).success, value).toBe(identity.email === value);
  }
});
