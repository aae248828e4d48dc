import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import type { ApiRequest, ApiResult } from "../../../widget/panel/api.ts";
import { readProblem } from "../../../widget/panel/problem.ts";
import { createQuiet } from "../../../widget/panel/quiet.ts";

function countingServer(result: ApiResult<number>) {
  const sent: ApiRequest[] = [];
  const send = async (request: ApiRequest) => {
    sent.push(request);
    return result;
  };
  return { sent, send };
}

const CONVERSATION = "/public/conversations/019a7c3e-1111-7abc-8def-0123456789ab";

test("stops calling a route that asked to wait, whatever its parameters, and returns how long that is", async () => {
  const { call } = createQuiet();
  const { sent, send } = countingServer({ ok: false, problem: readProblem(429, "60", {}) });
  await call({ path: `${CONVERSATION}/messages?after=3` }, send);
  const result = await call({ path: `${CONVERSATION.replace("0", "1")}/messages?after=4` }, send);
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ ok: false, problem: { status: 429, retryAfter: 60 } });
});

test("goes on calling other routes, which have their own limits", async () => {
  const { call } = createQuiet();
  const { sent, send } = countingServer({ ok: false, problem: readProblem(429, "60", {}) });
  await call({ path: `${CONVERSATION}/typing`, method: "POST" }, send);
  await call({ path: `${CONVERSATION}/messages`, body: { message: "x" } }, send);
  await call({ path: `${CONVERSATION}/messages` }, send);
  expect(sent).toHaveLength(3);
});

test("holds back nothing after any other response", async () => {
  const { call } = createQuiet();
  const { sent, send } = countingServer({ ok: false, problem: readProblem(503, "60", {}) });
  for (let times = 0; times < 3; times++) await call({ path: "/public/widget-session", body: {} }, send);
  expect(sent).toHaveLength(3);
});
