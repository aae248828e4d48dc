import { expect, test } from "@playwright/test";
import { openStorage } from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import { PutAttributesBody } from "#lib/desk/attributes/schema.ts";
import { judgeIdentity } from "../../../widget/dialog/identity.ts";
import type { ApiRequest, ApiResult } from "../../../widget/panel/api.ts";
import { createAttributes } from "../../../widget/panel/attributes.ts";
import type { ChatState } from "../../../widget/panel/chat-state.ts";

const judged = (attributes: unknown) => {
  const { identity, faults } = judgeIdentity({ attributes });
  return { pairs: JSON.parse(identity.attributes ?? "[]"), faults };
};

test("a page's attributes are pairs, with dates as texts, and first what's removed, as null", () => {
  const named = JSON.parse('{"__proto__":"x"}');
  const since = new Date("2026-12-01T08:00:00Z");
  expect(judged({ plan: "pro", seats: 3, trial: false, since, a: null, b: undefined, c: "" })).toEqual({
    pairs: [
      ["c", null],
      ["b", null],
      ["a", null],
      ["plan", "pro"],
      ["seats", 3],
      ["trial", false],
      ["since", "2026-12-01T08:00:00.000Z"],
    ],
    faults: [],
  });
  expect(judged(named)).toEqual({ pairs: [["__proto__", "x"]], faults: [] });
  for (const nothing of [undefined, null, {}]) expect(judged(nothing)).toEqual({ pairs: [], faults: [] });
});

test("each attribute that can't be used is named and left out, and so is what's past 50", () => {
  const bad = {
    list: [],
    object: {},
    infinite: Number.POSITIVE_INFINITY,
    never: new Date("never"),
    lines: "a\nb",
    long: "x".repeat(501),
    ["x".repeat(51)]: 1,
    "": 1,
  };
  const { pairs, faults } = judged({ ...bad, plan: "pro" });
  expect(pairs).toEqual([["plan", "pro"]]);
  expect(faults).toHaveLength(Object.keys(bad).length);
  expect(faults).toContain("attribute lines");
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a${at}`, at]));
  expect(judged(many)).toMatchObject({ pairs: { length: 50 }, faults: ["attributes"] });
  for (const whole of ["plan", 7, ["plan"]]) expect(judged(whole)).toEqual({ pairs: [], faults: ["attributes"] });
});

test("what's left of a page's attributes is what the API accepts", () => {
  const values = [
    "Ana",
    "a\u202eb",
    "\ud800",
    "\u200b",
    "x".repeat(501),
    "👩‍👩‍👧".repeat(50),
    Number.POSITIVE_INFINITY,
    -0,
    true,
    "\u2028",
  ];
  for (const value of values) {
    const { pairs } = judged({ plan: value, [String(value).slice(0, 60)]: 1 });
    if (pairs.length === 0) continue;
    const { success } = PutAttributesBody.safeParse({ attributes: Object.fromEntries(pairs) });
    expect(success, JSON.stringify(pairs)).toBe(true);
  }
});

/** A chat whose page says something about its visitor. */
function chatOf(statuses: number[] = []) {
  const requests: ApiRequest[] = [];
  const store = createStore({ contact: { name: "", email: "" } } as unknown as ChatState);
  const session = {
    open: () => Promise.reject(new Error("not asked for here")),
    drop: () => undefined,
    call: async <T>(request: ApiRequest) => {
      requests.push(request);
      const status = statuses.shift() ?? 204;
      const problem = { status, code: "x", retryAfter: 0, fields: [] };
      return (status === 204 ? { ok: true, value: undefined } : { ok: false, problem }) as ApiResult<T>;
    },
  };
  const storage = openStorage("test:");
  const attributes = createAttributes({ store, session, storage, visitorId: "v" });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    requests,
    sent: () => requests.map(({ body }) => Reflect.get(body ?? {}, "attributes")),
    attributes,
    again: () => createAttributes({ store, session, storage, visitorId: "v" }),
    settle,
    say: async (given: object) => {
      const contact = { name: "", email: "", attributes: JSON.stringify(Object.entries(given)) };
      store.set({ contact });
      await settle();
    },
    start: async () => {
      store.set({ conversation: { id: "c" } as ChatState["conversation"] & object });
      await settle();
    },
    tick: async () => {
      store.set({ now: new Date() });
      await settle();
    },
  };
}

test("attributes wait for the first message, are sent once, and again when they change", async () => {
  const chat = chatOf();
  chat.attributes.start();
  await chat.say({ plan: "free" });
  await chat.say({ plan: "pro" });
  expect(chat.requests).toEqual([]);
  await chat.start();
  expect(chat.sent()).toEqual([{ plan: "pro" }]);
  expect(chat.requests[0]).toMatchObject({ method: "PUT", path: "/public/visitor/attributes" });
  await chat.tick();
  const next = chat.again();
  next.start();
  await chat.settle();
  expect(chat.sent()).toHaveLength(1);
  next.stop();
  await chat.say({ plan: "team" });
  expect(chat.sent()).toEqual([{ plan: "pro" }, { plan: "team" }]);
  chat.attributes.stop();
  await chat.say({ plan: "gone" });
  expect(chat.sent()).toHaveLength(2);
});

test("many long attributes are sent in parts that fit into a request", async () => {
  const chat = chatOf();
  chat.attributes.start();
  await chat.start();
  await chat.say(
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}${"𝒳".repeat(48)}`, "𝒳".repeat(500)])),
  );
  await chat.settle();
  expect(chat.sent().map((part) => Object.keys(part).length)).toEqual([25, 25]);
  for (const { body } of chat.requests) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(65_536);
});

test("what fails for now is sent again, and what's refused isn't", async () => {
  const chat = chatOf([0, 503, 204, 400]);
  chat.attributes.start();
  await chat.start();
  await chat.say({ plan: "pro" });
  await chat.tick();
  await chat.tick();
  await chat.tick();
  expect(chat.sent()).toHaveLength(3);
  await chat.say({ plan: "refused" });
  await chat.tick();
  expect(chat.sent()).toHaveLength(4);
});

test("the page's developer hears which attributes had no room beside earlier ones, on each page", async () => {
  const { warn } = console;
  const warnings: string[] = [];
  console.warn = (words) => void warnings.push(words);
  try {
    const chat = chatOf([204, 409, 204, 409]);
    const start = async (attributes: ReturnType<typeof createAttributes>) => {
      attributes.start();
      await chat.start();
      await chat.settle();
      await chat.tick();
      attributes.stop();
    };
    await chat.say(Object.fromEntries(Array.from({ length: 27 }, (_, at) => [`a${at}`, at])));
    await start(chat.attributes);
    expect(warnings).toEqual(["Site Inbox: too many attributes: a25,a26"]);
    await start(chat.again());
    expect(warnings).toHaveLength(2);
  } finally {
    console.warn = warn;
  }
});
