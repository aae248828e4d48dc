import { expect, test } from "@playwright/test";
import { isJsonType, readJsonObject } from "#platform/http/json-body.ts";

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

for (const length of ["20", null]) {
  test(`a body that its client breaks off is the client's fault, with${length ? "" : "out"} a length`, async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
    });
    const headers = { "Content-Type": "application/json", ...(length && { "Content-Length": length }) };
    const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("http://localhost/", init);
    await expect(readJsonObject(request)).rejects.toMatchObject({ code: "invalid_request" });
  });
}
