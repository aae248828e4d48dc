import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import { checkContact, contactFields } from "../../../widget/panel/contact.ts";

test("omits what wasn't entered", () => {
  expect(contactFields({ name: " ", email: "" })).toEqual({});
  expect(contactFields({ name: " Ana ", email: "ana@shop.example " })).toEqual({
    name: "Ana",
    email: "ana@shop.example",
  });
});

test("reports obviously invalid input before it's sent", () => {
  expect(checkContact({ name: "", email: "" })).toEqual([]);
  expect(checkContact({ name: "😀".repeat(80), email: "ana@shop.example" })).toEqual([]);
  expect(checkContact({ name: "a".repeat(81), email: "" })).toEqual(["name"]);
  for (const email of ["ana", "ana@", "@shop.example", "ana@shop", "ana@shop..example", "a na@shop.example"]) {
    expect(checkContact({ name: "", email }), email).toEqual(["email"]);
  }
  expect(checkContact({ name: "", email: `${"a".repeat(160)}@shop.example` })).toEqual(["email"]);
});
