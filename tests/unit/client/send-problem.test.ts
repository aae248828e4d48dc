import { expect, test } from "@playwright/test";
import { judgeSend } from "#client/send-problem.ts";

const judge = (status: number, code = "", fields: string[] = []) => judgeSend({ status, code, retryAfter: 0, fields });

test("resends automatically what a network, a limit or a restart kept from arriving", () => {
  for (const status of [0, 408, 429, 502, 503, 504]) expect(judge(status)).toBe("later");
});

test("leaves resending to the user if a failure may last", () => {
  for (const status of [401, 403, 404, 500]) expect(judge(status)).toBe("retry");
});

test("returns what can't be sent as it is, and keeps what only lacks a valid email address", () => {
  expect(judge(400, "invalid_request", ["message"])).toBe("edit");
  expect(judge(413)).toBe("edit");
  expect(judge(403, "not_accepted")).toBe("edit");
  expect(judge(409, "idempotency_mismatch")).toBe("edit");
  expect(judge(404, "file_not_found")).toBe("edit");
  expect(judge(409, "file_used")).toBe("edit");
  expect(judge(400, "invalid_request", ["email"])).toBe("retry");
});
