import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import type { Unsent } from "#client/unsent.ts";
import {
  isRefused,
  NO_RESPONSE,
  type Problem,
  readProblem,
  wordsForOpening,
  wordsForUnsent,
} from "../../../widget/panel/problem.ts";

const unsent = (state: Unsent["state"], problem?: Problem, failures = 2): Unsent => ({
  key: "k",
  to: "",
  body: "x",
  createdAt: "",
  order: 1,
  state,
  failures,
  triedAt: 0,
  waitMs: 0,
  ...(problem && { problem }),
});
const words = (state: Unsent["state"], problem?: Problem, failures?: number) =>
  wordsForUnsent(unsent(state, problem, failures), true);
const refusal = (status: number, body: unknown = {}) => readProblem(status, null, body);

test("reads how long to wait, and ignores anything but a number of seconds", () => {
  expect(readProblem(429, "20", {}).retryAfter).toBe(20);
  expect(readProblem(429, "Wed, 21 Oct 2026 07:28:00 GMT", {}).retryAfter).toBe(10);
  expect(readProblem(429, "-5", {}).retryAfter).toBe(1);
  expect(readProblem(503, "1e9", {}).retryAfter).toBe(3600);
  expect(readProblem(503, null, {}).retryAfter).toBe(0);
});

test("reads any body without an exception, since a proxy may have written it", () => {
  for (const body of [undefined, null, "x", [], { errors: "x" }, { errors: [null, 1] }, { conversationId: 1 }]) {
    expect(readProblem(502, null, body)).toMatchObject({ status: 502 });
  }
  const conflict = { code: "open_conversation_exists", conversationId: "c" };
  expect(readProblem(409, null, conflict)).toMatchObject(conflict);
});

test("shows nothing for a message on its way, or after one failed try", () => {
  expect(words("waiting")).toBeUndefined();
  expect(words("sending")).toBeUndefined();
  expect(words("waiting", NO_RESPONSE, 1)).toBeUndefined();
  const later = { ...unsent("waiting", readProblem(503, "600", {}), 1), waitMs: 600_000 };
  expect(wordsForUnsent(later, true)).toContain("The chat isn’t available");
});

test("says that it's resent automatically, also during a try, so that the text doesn't flicker", () => {
  for (const state of ["waiting", "sending"] as const) {
    expect(words(state, NO_RESPONSE)).toContain(
      "The connection failed. Your message is saved and will be resent automatically.",
    );
    expect(words(state, refusal(503))).toContain("The chat isn’t available");
  }
  expect(words("waiting", readProblem(429, "20", {}), 1)).toBe(
    "Too many messages at once. Yours is saved and will be sent in 20 seconds.",
  );
  expect(wordsForUnsent(unsent("waiting"), false)).toContain("You’re offline");
});

test("says what to do about a message that needs the visitor", () => {
  expect(words("failed", refusal(400, { errors: [{ path: "email" }] }))).toContain("Check your name and email");
  expect(words("rejected", refusal(400, { errors: [{ path: "message" }] }))).toContain("Edit it, then try again.");
  expect(words("rejected", refusal(403, { code: "not_accepted" }))).toContain("doesn’t accept the message");
  expect(words("failed", refusal(403))).toContain("isn’t set up for this website");
  expect(words("failed", refusal(404))).toContain("no longer available");
  expect(words("failed", refusal(500))).toContain("Something went wrong on our side");
});

test("says that there's no chat for a blocked visitor, but not why", () => {
  expect(wordsForOpening(refusal(403, { code: "not_accepted" }))).toBe(wordsForOpening(refusal(404)));
  expect(wordsForOpening(refusal(403, { code: "origin_not_allowed" }))).toContain("isn’t set up for this website");
  for (const passing of [0, 502, 503, 504]) expect(wordsForOpening(refusal(passing))).toBeUndefined();
});

test("lets a message be edited only when the server certainly doesn't have it", () => {
  expect(isRefused(unsent("rejected", refusal(400)))).toBe(true);
  expect(isRefused(unsent("failed", refusal(404)))).toBe(true);
  expect(isRefused(unsent("failed", refusal(500)))).toBe(false);
  expect(isRefused(unsent("waiting", NO_RESPONSE))).toBe(false);
});
