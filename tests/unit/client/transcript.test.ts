import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createTranscript, type Page, type PageQuery } from "#client/transcript.ts";
import { manualClock } from "../../support/manual-clock.ts";

type Line = { seq: number };
type Served = { length: number; isGone: boolean; failures: number; queries: PageQuery[] };

/** A conversation on a server that pages as ours does, and may fail. */
function conversation(length: number) {
  const state: Served = { length, isGone: false, failures: 0, queries: [] };
  const fetchPage = async (query: PageQuery): Promise<Page<Line> | "gone" | undefined> => {
    state.queries.push(query);
    if (state.isGone) return "gone";
    if (state.failures > 0) {
      state.failures--;
      return undefined;
    }
    const { after, before, limit } = query;
    const all = Array.from({ length: state.length }, (_, index) => ({ seq: index + 1 }));
    if (after !== undefined) {
      const rest = all.filter(({ seq }) => seq > after);
      return { messages: rest.slice(0, limit), hasMore: rest.length > limit };
    }
    const rest = before === undefined ? all : all.filter(({ seq }) => seq < before);
    return { messages: rest.slice(-limit), hasMore: rest.length > limit };
  };
  return { state, fetchPage };
}

function open(length: number) {
  const server = conversation(length);
  const time = manualClock();
  const transcript = createTranscript<Line>({ fetchPage: server.fetchPage, clock: time.clock });
  const seqs = () => transcript.state.get().messages.map(({ seq }) => seq);
  return { ...server, ...time, transcript, seqs };
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("starts with the newest messages, and loads earlier ones as far as the reader goes", async () => {
  const { transcript, seqs } = open(180);
  expect(await transcript.catchUp()).toBe(true);
  expect(seqs()).toEqual(range(131, 180));
  expect(transcript.state.get().earlier).toBe("some");
  await transcript.loadEarlier();
  expect(seqs()).toEqual(range(81, 180));
  await transcript.loadEarlier();
  await transcript.loadEarlier();
  expect(seqs()).toEqual(range(1, 180));
  expect(transcript.state.get().earlier).toBe("none");
});

test("adds the next message without fetching, and none it has already", async () => {
  const { transcript, seqs, state } = open(2);
  await transcript.catchUp();
  transcript.apply({ seq: 3 });
  transcript.apply({ seq: 3 });
  transcript.apply({ seq: 1 });
  expect(seqs()).toEqual([1, 2, 3]);
  expect(state.queries).toHaveLength(1);
});

test("fetches missing messages before it shows later ones", async () => {
  const { transcript, seqs, state, settle } = open(2);
  await transcript.catchUp();
  state.length = 5;
  transcript.apply({ seq: 5 });
  expect(seqs()).toEqual([1, 2]);
  await settle();
  expect(seqs()).toEqual(range(1, 5));
});

test("shows a new conversation's first message immediately", async () => {
  const { transcript, seqs, state } = open(1);
  transcript.apply({ seq: 1 });
  expect(seqs()).toEqual([1]);
  expect(transcript.state.get()).toMatchObject({ isLoaded: true, earlier: "none" });
  expect(state.queries).toEqual([]);
});

test("retries until it has what it misses", async () => {
  const { transcript, seqs, state, pass } = open(2);
  await transcript.catchUp();
  state.length = 4;
  state.failures = 3;
  expect(await transcript.catchUp()).toBe(false);
  expect(seqs()).toEqual([1, 2]);
  await pass(10_000);
  expect(seqs()).toEqual([1, 2, 3, 4]);
});

test("starts again from the newest messages after a long absence, with the rest available by scrolling", async () => {
  const { transcript, seqs, state } = open(10);
  await transcript.catchUp();
  state.length = 310;
  await transcript.catchUp();
  expect(seqs()).toEqual(range(1, 310));
  state.length = 1000;
  await transcript.catchUp();
  expect(seqs()).toEqual(range(951, 1000));
  expect(transcript.state.get().earlier).toBe("some");
  await transcript.loadEarlier();
  expect(seqs()).toEqual(range(901, 1000));
});

test("reports that the conversation is gone, and stops fetching", async () => {
  const { transcript, state, pass } = open(2);
  await transcript.catchUp();
  state.isGone = true;
  await transcript.catchUp();
  expect(transcript.state.get().isGone).toBe(true);
  const asked = state.queries.length;
  await pass(600_000);
  expect(state.queries).toHaveLength(asked);
});

test("lets earlier messages be requested again if they couldn't be loaded", async () => {
  const { transcript, seqs, state } = open(70);
  await transcript.catchUp();
  state.failures = 1;
  await transcript.loadEarlier();
  expect(transcript.state.get().earlier).toBe("failed");
  await transcript.loadEarlier();
  expect(seqs()).toEqual(range(1, 70));
});

test("drops earlier messages that belong to a list that was restarted meanwhile", async () => {
  const { state, fetchPage } = conversation(100);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const transcript = createTranscript<Line>({
    fetchPage: async (query) => {
      if (query.before !== undefined) await held;
      return fetchPage(query);
    },
  });
  await transcript.catchUp();
  const earlier = transcript.loadEarlier();
  state.length = 1000;
  await transcript.catchUp();
  letGo();
  await earlier;
  expect(transcript.state.get().messages.map(({ seq }) => seq)).toEqual(range(951, 1000));
  expect(transcript.state.get().earlier).toBe("some");
});

test("accepts nothing once it's stopped, because another conversation is shown then", async () => {
  const { transcript, seqs } = open(3);
  const caughtUp = transcript.catchUp();
  transcript.stop();
  await caughtUp;
  expect(seqs()).toEqual([]);
});

test("has every message once and in order, whatever arrives when and however often", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("grow" as const), by: fc.integer({ min: 1, max: 150 }) }),
    fc.record({ kind: fc.constant("apply" as const), back: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ kind: fc.constant("catchUp" as const) }),
    fc.record({ kind: fc.constant("earlier" as const) }),
    fc.record({ kind: fc.constant("fail" as const), times: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant("settle" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { transcript, state, seqs, settle, pass } = open(3);
      for (const one of steps) {
        if (one.kind === "grow") state.length += one.by;
        if (one.kind === "apply") transcript.apply({ seq: Math.max(1, state.length - one.back) });
        if (one.kind === "catchUp") void transcript.catchUp();
        if (one.kind === "earlier") void transcript.loadEarlier();
        if (one.kind === "fail") state.failures += one.times;
        if (one.kind === "settle") await settle();
        const shown = seqs();
        if (shown.length > 0) expect(shown).toEqual(range(shown[0] ?? 0, shown.at(-1) ?? 0));
      }
      void transcript.catchUp();
      // Up to 75 failures in a row, half a minute apart.
      await pass(2_500_000);
      const shown = seqs();
      expect(shown).toEqual(range(shown[0] ?? 0, state.length));
      expect(transcript.state.get().earlier === "none").toBe(shown[0] === 1);
      transcript.stop();
    }),
    { numRuns: 40 },
  );
});

type Deleting = { deletedCount: number; fails: boolean; hold: Promise<void> | undefined; fetched: number };

/** A conversation of texts on a server that can delete them. */
function openTexts(length: number) {
  const texts = Array.from({ length }, (_, index) => ({ seq: index + 1, body: `text ${index + 1}` }));
  const served: Deleting = { deletedCount: 0, fails: false, hold: undefined, fetched: 0 };
  const time = manualClock();
  const transcript = createTranscript<{ seq: number; body: string }>({
    fetchPage: async ({ after, before = length + 1, limit }) => {
      served.fetched += 1;
      if (served.fails) return undefined;
      const rest = texts.filter(({ seq }) => (after === undefined ? seq < before : seq > after));
      const messages = (after === undefined ? rest.slice(-limit) : rest.slice(0, limit)).map((text) => ({ ...text }));
      const page = { messages, hasMore: rest.length > limit, deletedCount: served.deletedCount };
      await served.hold;
      return page;
    },
    clock: time.clock,
  });
  const remove = (seq: number) => {
    texts[seq - 1] = { seq, body: "" };
    served.deletedCount += 1;
  };
  const shown = (seq: number) => transcript.state.get().messages.find((one) => one.seq === seq)?.body;
  return { transcript, remove, shown, served, ...time };
}

test("a client that was away fetches what it shows again once a page says that a message was deleted", async () => {
  const { transcript, remove, shown } = openTexts(60);
  await transcript.catchUp();
  await transcript.loadEarlier();
  remove(3);
  remove(58);
  await transcript.catchUp();
  await expect.poll(() => [shown(3), shown(58), shown(59)]).toEqual(["", "", "text 59"]);
  expect(transcript.state.get()).toMatchObject({ deletedCount: 2 });
  expect(transcript.state.get().messages).toHaveLength(60);
});

test("a page that was read before a deletion and comes after it doesn't bring its text back", async () => {
  const { transcript, remove, shown, served } = openTexts(80);
  await transcript.catchUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  served.hold = promise;
  const earlier = transcript.loadEarlier();
  remove(3);
  served.hold = undefined;
  await transcript.catchUp();
  resolve();
  await earlier;
  expect(shown(3)).toBe("");
});

test("what's outdated is fetched again until that works", async () => {
  const { transcript, remove, shown, served, pass } = openTexts(20);
  await transcript.catchUp();
  remove(7);
  served.fails = true;
  expect(await transcript.catchUp()).toBe(false);
  served.fails = false;
  await pass(60_000);
  await expect.poll(() => shown(7)).toBe("");
});

test("a process of the version before, whose pages don't count deleted messages, isn't asked again and again", async () => {
  const { transcript, remove, served } = openTexts(20);
  await transcript.catchUp();
  remove(7);
  await transcript.catchUp();
  await expect.poll(() => transcript.state.get().deletedCount).toBe(1);
  served.deletedCount = 0;
  const before = served.fetched;
  await transcript.catchUp();
  expect(served.fetched - before).toBe(2);
});
