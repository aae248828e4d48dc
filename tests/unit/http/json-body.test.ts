import { expect, test } from "@playwright/test";
import { isJsonType } from "#lib/http/json-body.ts";

for (const type of [
  "application/json",
  "Application/JSON",
  "application/json;charset=UTF-8",
  'application/json; charset="utf-8"',
  "application/json ;",
]) {
  test(`takes ${type} for JSON`, () => expect(isJsonType(type)).toBe(true));
}

for (const type of [
  "",
  "text/plain",
  "application/problem+json",
  "application/json; charset=utf-16",
  "application/json; boundary=x",
  "application/jsonp",
  "text/plain, application/json",
]) {
  test(`does not take ${type || "nothing"} for JSON`, () => expect(isJsonType(type)).toBe(false));
}

test("reads a type with many spaces as fast as any, so that one request cannot hold up the others", () => {
  const padded = `application/json;charset=utf-8${" ".repeat(1_000_000)}x`;
  expect(isJsonType(padded)).toBe(false);
});
