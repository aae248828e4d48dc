import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import { judgeSend, NO_ANSWER, readProblem } from "../../../widget/panel/problem.ts";

const judge = (status: number, body: unknown = {}, retryAfter: string | null = null) =>
  judgeSend(readProblem(status, retryAfter, body)).next;

test("sends again by itself only what the server is known not to have", () => {
  expect(judge(429)).toBe("later");
  for (const status of [500, 502, 503, 504]) expect(judge(status)).toBe("retry");
  expect(judgeSend(NO_ANSWER).next).toBe("retry");
});

test("says how long it waits", () => {
  expect(judgeSend(readProblem(429, "20", {})).words).toContain("20 seconds");
  expect(readProblem(429, "Wed, 21 Oct 2026 07:28:00 GMT", {}).retryAfter).toBe(10);
  expect(readProblem(429, "-5", {}).retryAfter).toBe(1);
});

test("gives back to the visitor what cannot go as it is, and keeps what only lacks a right e-mail address", () => {
  expect(judge(400, { errors: [{ path: "message", message: "" }] })).toBe("edit");
  expect(judge(413)).toBe("edit");
  expect(judge(403, { code: "not_accepted" })).toBe("edit");
  expect(judge(400, { errors: [{ path: "email", message: "" }] })).toBe("retry");
});

test("reads any body without failing, because a proxy may have written it", () => {
  for (const body of [undefined, null, "x", [], { errors: "x" }, { errors: [null, 1] }, { conversationId: 1 }]) {
    expect(readProblem(502, null, body)).toMatchObject({ status: 502 });
  }
  const conflict = { code: "open_conversation_exists", conversationId: "c" };
  expect(readProblem(409, null, conflict)).toMatchObject(conflict);
});
