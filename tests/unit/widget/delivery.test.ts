import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import type { Message } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import type { ApiRequest, ApiResult } from "../../../widget/panel/api.ts";
import { createDelivery } from "../../../widget/panel/delivery.ts";
import { readProblem } from "../../../widget/panel/problem.ts";

const START = "/public/conversations";
const to = (id: string) => `${START}/${id}/messages`;
const unsent: Unsent = {
  key: "the key",
  to: "",
  body: "Hello",
  createdAt: "",
  order: 1,
  state: "sending",
  failures: 0,
  triedAt: 0,
  waitMs: 0,
};
const stored = { id: "m", seq: 1 } as Message;
const ok = (value: object) => ({ ok: true, value }) as const;
const refused = (status: number, body: object = {}) =>
  ({ ok: false, problem: readProblem(status, null, body) }) as const;

/** A visitor in a conversation, and a server with prepared responses. */
function deliverTo(current: { id: string; status: "open" | "closed" } | undefined, ...results: ApiResult<object>[]) {
  const requests: ApiRequest[] = [];
  const calls: string[] = [];
  let about = { name: "Ana" };
  const deliver = createDelivery({
    session: {
      open: () => Promise.reject(new Error("not asked for here")),
      drop: () => {},
      call: async <T>(request: ApiRequest) => {
        requests.push(request);
        return (results.shift() ?? refused(500)) as ApiResult<T>;
      },
    },
    current: () => current,
    isPast: (id) => id === "past",
    onOther: (id) => calls.push(`other ${id}`),
    onGone: (id) => calls.push(`gone ${id}`),
    pageUrl: async () => "https://shop.example/chairs",
    greeting: () => undefined,
    about: () => about,
  });
  const paths = () => requests.map(({ path }) => path);
  return {
    deliver,
    requests,
    paths,
    calls,
    rename: (name: string) => {
      about = { name };
    },
  };
}

test("a page's first message carries the page's URL, and the next ones go to that conversation", async () => {
  const { deliver, requests } = deliverTo(
    { id: "c", status: "open" },
    ok({ conversationId: "c", message: stored }),
    ok({ message: stored }),
  );
  expect(await deliver(unsent)).toEqual(ok({ conversationId: "c", message: stored }));
  expect(await deliver(unsent)).toEqual(ok({ conversationId: "c", message: stored }));
  expect(requests).toEqual([
    {
      path: START,
      body: { message: "Hello", pageUrl: "https://shop.example/chairs", language: "en", name: "Ana" },
      key: "the key",
    },
    { path: to("c"), body: { message: "Hello" }, key: "the key" },
  ]);
});

test("a changed name is sent with the next message", async () => {
  const result = ok({ conversationId: "c", message: stored });
  const { deliver, requests, rename } = deliverTo({ id: "c", status: "open" }, result, result, result);
  await deliver(unsent);
  rename("Ana Öztürk");
  await deliver(unsent);
  await deliver(unsent);
  expect(requests.map(({ body }) => body)).toMatchObject([{ name: "Ana" }, { name: "Ana Öztürk" }, {}]);
  expect(requests[2]?.body).toEqual({ message: "Hello" });
});

test("a message to a closed conversation reopens it", async () => {
  const { deliver, paths } = deliverTo({ id: "c", status: "closed" }, ok({ message: stored }));
  await deliver(unsent);
  expect(paths()).toEqual([to("c")]);
});

test("a message after a conversation that was closed before the visitor came starts a new one", async () => {
  const { deliver, paths } = deliverTo({ id: "past", status: "closed" }, ok({ conversationId: "d", message: stored }));
  await deliver(unsent);
  expect(paths()).toEqual([START]);
});

test("a message goes to the visitor's open conversation, with the same key", async () => {
  const conflict = refused(409, { code: "open_conversation_exists", conversationId: "d" });
  const { deliver, requests, calls } = deliverTo({ id: "c", status: "closed" }, conflict, ok({ message: stored }));
  expect(await deliver(unsent)).toEqual(ok({ conversationId: "d", message: stored }));
  expect(requests.map(({ path, key }) => [path, key])).toEqual([
    [to("c"), "the key"],
    [to("d"), "the key"],
  ]);
  expect(calls).toEqual(["other d"]);
});

const GONE = refused(404, { code: "not_found" });

test("a message to a deleted conversation starts a new one, with the same key", async () => {
  const result = ok({ conversationId: "d", message: stored });
  const { deliver, paths, calls } = deliverTo({ id: "c", status: "closed" }, GONE, result);
  expect(await deliver(unsent)).toEqual(result);
  expect(paths()).toEqual([to("c"), START]);
  expect(calls).toEqual(["gone c"]);
});

test("files go with their message on both routes, and one that's gone doesn't count as a deleted conversation", async () => {
  const missing = refused(404, { code: "file_not_found" });
  const { deliver, requests, calls } = deliverTo({ id: "c", status: "closed" }, missing, GONE, missing);
  const message = { ...unsent, files: ["f1", "f2"] };
  expect(await deliver(message)).toEqual(missing);
  expect(calls).toEqual([]);
  await deliver(message);
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    [to("c"), { message: "Hello", files: ["f1", "f2"], name: "Ana" }],
    [to("c"), { message: "Hello", files: ["f1", "f2"], name: "Ana" }],
    [
      START,
      { message: "Hello", files: ["f1", "f2"], name: "Ana", pageUrl: "https://shop.example/chairs", language: "en" },
    ],
  ]);
});

test("a message that an earlier try stored in another conversation is found by its key", async () => {
  const replay = ok({ conversationId: "d", message: stored });
  const mismatch = refused(409, { code: "idempotency_mismatch" });
  const { deliver, paths } = deliverTo({ id: "c", status: "closed" }, mismatch, replay);
  expect(await deliver(unsent)).toEqual(replay);
  expect(paths()).toEqual([to("c"), START]);
});

test("an error is returned, and the next try carries the page's URL again", async () => {
  const { deliver, paths } = deliverTo({ id: "c", status: "open" }, refused(503), refused(503));
  expect(await deliver(unsent)).toEqual(refused(503));
  await deliver(unsent);
  expect(paths()).toEqual([START, START]);
});
