import { expect, test } from "@playwright/test";
import { isJsonType, readJsonObject } from "#platform/http/json-body.ts";

for (const type of [
  "application/json",
  "Application/JSON",
  "application/json;charset=UTF-8",
  'application/json; charset="utf-8"',
  "application/json ;",
]) {
  test(`accepts ${type} as JSON`, () => expect(isJsonType(type)).toBe(true));
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
  test(`doesn't accept ${type || "nothing"} as JSON`, () => expect(isJsonType(type)).toBe(false));
}

test("parses a type with many spaces as fast as any", () => {
  const padded = `application/json;charset=utf-8${" ".repeat(1_000_000)}x`;
  expect(isJsonType(padded)).toBe(false);
});

for (const length of ["20", null]) {
  test(`a body cut off by its client is the client's fault, with${length ? "" : "out"} a length`, async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
    });
    const headers = { "Content-Type": "application/json", ...(length && { "Content-Length": length }) };
    const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("http://localhost/", init);
    await expect(readJsonObject(request)).rejects.toMatchObject({ code: "invalid_request" });
  });
}
