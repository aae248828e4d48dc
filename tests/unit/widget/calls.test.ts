import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import type { ApiRequest, ApiResult } from "../../../widget/panel/api.ts";
import { createCalls } from "../../../widget/panel/calls.ts";
import { readProblem } from "../../../widget/panel/problem.ts";
import type { SessionResponse } from "../../../widget/panel/session.ts";

/** A session, and a server that always responds the same. */
function callOn(result: ApiResult<unknown>) {
  const sent: ApiRequest[] = [];
  const dropped: (string | undefined)[] = [];
  const call = createCalls({
    open: async () => ({ ok: true, value: { token: `token ${dropped.length}` } as SessionResponse }),
    drop: (token) => dropped.push(token),
    compareStored: () => "same",
    send: async <T>(request: ApiRequest) => {
      sent.push(request);
      return result as ApiResult<T>;
    },
  });
  return { call, sent, dropped };
}

const refused = (status: number, retryAfter: string | null = null) =>
  ({ ok: false, problem: readProblem(status, retryAfter, {}) }) as const;

const CONVERSATION = "/public/conversations/019a7c3e-1111-7abc-8def-0123456789ab";

test("stops calling a route that asked to wait, whatever its parameters, and returns how long that is", async () => {
  const { call, sent } = callOn(refused(429, "60"));
  await call({ path: `${CONVERSATION}/messages?after=3` });
  const result = await call({ path: `${CONVERSATION.replace("0", "1")}/messages?after=4` });
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ ok: false, problem: { status: 429, retryAfter: 60 } });
});

test("goes on calling other routes, which have their own limits", async () => {
  const { call, sent } = callOn(refused(429, "60"));
  await call({ path: `${CONVERSATION}/typing`, method: "POST" });
  await call({ path: `${CONVERSATION}/messages`, body: { message: "x" } });
  await call({ path: `${CONVERSATION}/messages` });
  expect(sent).toHaveLength(3);
});

test("holds back nothing after any other response", async () => {
  const { call, sent } = callOn(refused(503, "60"));
  for (let times = 0; times < 3; times++) await call({ path: CONVERSATION });
  expect(sent).toHaveLength(3);
});

test("drops a rejected token, and retries once with the next", async () => {
  const { call, sent, dropped } = callOn(refused(401));
  expect(await call({ path: CONVERSATION })).toMatchObject({ ok: false, problem: { status: 401 } });
  expect(sent.map(({ token }) => token)).toEqual(["token 0", "token 1"]);
  expect(dropped).toEqual(["token 0"]);
});
