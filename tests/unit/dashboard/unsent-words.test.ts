import { expect, test } from "@playwright/test";
import { unsentWords } from "#components/conversation/unsent-words.ts";

const problem = (status: number, code = "") => ({ status, code, retryAfter: 0, fields: [] });

test("shows nothing while a reply is simply on its way", () => {
  expect(unsentWords({ state: "waiting" }, true)).toBeUndefined();
  expect(unsentWords({ state: "sending" }, true)).toBeUndefined();
});

test("shows what a waiting reply waits for, and that it will be sent", () => {
  expect(unsentWords({ state: "waiting" }, false)).toMatch(/offline\. We’ll send it when you’re back\.$/);
  for (const status of [0, 429, 503]) {
    expect(unsentWords({ state: "waiting", problem: problem(status) }, true)).toMatch(/^Not sent yet\..*We’ll send it/);
  }
});

test("shows when a rate-limited reply will be sent", () => {
  const words = (retryAfter: number) =>
    unsentWords({ state: "waiting", problem: { ...problem(429), retryAfter } }, true);
  expect(words(1)).toMatch(/We’ll send it in 1 second\.$/);
  expect(words(20)).toMatch(/in 20 seconds\.$/);
  expect(words(121)).toMatch(/in 3 minutes\.$/);
});

test("shows that a reply wasn't sent, and why, if the owner has to act", () => {
  const failed = (status: number, code?: string) =>
    unsentWords({ state: "failed", problem: problem(status, code) }, true);
  expect(failed(409, "open_conversation_exists")).toMatch(/another open conversation/);
  expect(failed(404, "not_found")).toMatch(/deleted/);
  expect(failed(409, "conflict")).toMatch(/replies wait/);
  expect(failed(401)).toMatch(/logged in again/);
  expect(failed(500)).toMatch(/on our side/);
});
