import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { undocumented } from "../../support/documented-responses.ts";

const HEADERS = { "content-type": "application/json", "x-request-id": randomUUID() };
const right = { unread: { conversations: 1, messages: 2 } };

const faults = (body: object, { status = 200, path = "/conversations/unread", headers = HEADERS } = {}) =>
  undocumented("GET", path, { status, headers: new Headers(headers), text: JSON.stringify(body) });

test("accepts a response that matches the document, and ignores undocumented routes", () => {
  expect(faults(right)).toEqual([]);
  expect(faults({ any: "thing" }, { path: "/widget/frame", status: 418 })).toEqual([]);
});

test("reports everything in a response that the document doesn't describe", () => {
  expect(faults({ unread: { ...right.unread, more: 1 } })).toHaveLength(1);
  expect(faults({ unread: { conversations: "1", messages: 2 } })).toHaveLength(1);
  expect(faults({})).toHaveLength(1);
  expect(faults(right, { status: 202 })).toHaveLength(1);
  expect(faults(right, { headers: { ...HEADERS, "content-type": "text/html" } })).toHaveLength(1);
  expect(undocumented("GET", "/conversations/unread", { status: 200, headers: new Headers(), text: "" })).not.toEqual(
    [],
  );
});

test("reports a problem whose code the route doesn't name", () => {
  const problem = { type: "urn:x", title: "x", status: 401, detail: "x", requestId: randomUUID() };
  const headers = { ...HEADERS, "content-type": "application/problem+json", "www-authenticate": "Bearer" };
  expect(faults({ ...problem, code: "token_expired" }, { status: 401, headers })).toEqual([]);
  expect(faults({ ...problem, code: "invalid_credentials" }, { status: 401, headers })).toHaveLength(1);
});
