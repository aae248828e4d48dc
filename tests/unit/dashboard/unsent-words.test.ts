import { expect, test } from "@playwright/test";
import { unsentWords } from "#components/conversation/unsent-words.ts";

const problem = (status: number, code = "") => ({ status, code, retryAfter: 0, fields: [] });

test("says nothing while a reply is simply on its way", () => {
  expect(unsentWords({ state: "waiting" }, true)).toBeUndefined();
  expect(unsentWords({ state: "sending" }, true)).toBeUndefined();
});

test("says what waits for what, and that it goes by itself", () => {
  expect(unsentWords({ state: "waiting" }, false)).toMatch(/offline; it goes as soon as you are back/);
  for (const status of [0, 429, 503]) {
    expect(unsentWords({ state: "waiting", problem: problem(status) }, true)).toMatch(
      /^Not sent yet\..*goes by itself/,
    );
  }
});

test("says when a reply goes that was too much for now", () => {
  const words = (retryAfter: number) =>
    unsentWords({ state: "waiting", problem: { ...problem(429), retryAfter } }, true);
  expect(words(1)).toMatch(/kept and goes by itself in 1 second\.$/);
  expect(words(20)).toMatch(/in 20 seconds\.$/);
  expect(words(121)).toMatch(/in 3 minutes\.$/);
});

test("says that a reply was not sent where somebody has to do something, and why", () => {
  const failed = (status: number, code?: string) =>
    unsentWords({ state: "failed", problem: problem(status, code) }, true);
  expect(failed(409, "open_conversation_exists")).toMatch(/another open conversation/);
  expect(failed(404, "not_found")).toMatch(/deleted/);
  expect(failed(401)).toMatch(/log in again/);
  expect(failed(500)).toMatch(/on our side/);
});
