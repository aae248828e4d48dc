import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { Message } from "#client/live-event.ts";
import { createStore } from "#client/store.ts";
import { freePort } from "../../server/http/free-port.ts";
import { BrowserStorage } from "../chaos/browser-storage.ts";
import { openTab, type Tab } from "../chaos/client-tab.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { newRedis, requireRedis } from "../support/redis-server.ts";
import { startBalancer, versionOf } from "../support/reverse-proxy.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { untilState } from "../support/until-state.ts";

/*
 * Each host is a process with a port of its own. HAProxy sends a request to the host with the fewest connections: one that
 * returned has no streams, so it stores most messages, and the streams of the others get them through Redis, or through
 * reconciliation alone while Redis is away.
 */
const OWNERS = 4;
const VISITORS_OF_OWNER = 45;
const AT_ONCE = 90;
const WRITE_EVERY_MS = 1_500;
const SETTLE_MS = 30_000;

/** A conversation, and the tabs that show it: its visitor's, and two of its owner's. */
type Place = { id: string; visitor: Tab; owner: Tab; phone: Tab };

/** `failures` are failed attempts by the key of their message. */
const noNumbers = () => ({ failures: new Map<string, number>(), slowestMs: 0, awayMs: [] as number[] });

/** The tabs of both sides, what they send, and what becomes of it. */
class Traffic implements Disposable {
  readonly tabs: Tab[] = [];
  /** By text, in the order in which they were written. */
  readonly written = new Map<string, { to: string; at: number }>();
  readonly acknowledged = createStore({ messages: [] as Message[] });
  #numbers = noNumbers();

  write(tab: Tab, to: string, body: string): void {
    this.written.set(body, { to, at: performance.now() });
    tab.outbox.add(body, { to });
  }

  open(baseUrl: string, token: string, name: string): Tab {
    const onSent = (message: Message) => this.#noteSent(message);
    const tab = openTab({ baseUrl, token, name, browser: new BrowserStorage(), onSent });
    this.tabs.push(tab);
    tab.outbox.state.subscribe(() => {
      for (const { key, failures } of tab.outbox.state.get().unsent) this.#numbers.failures.set(key, failures);
    });
    let lostAt: number | undefined;
    tab.connection.subscribe(() => {
      const isLive = tab.connection.get().phase === "live";
      if (isLive && lostAt !== undefined) this.#numbers.awayMs.push(performance.now() - lostAt);
      lostAt = isLive ? undefined : (lostAt ?? performance.now());
    });
    return tab;
  }

  /** Returns the numbers since the last call. */
  takeNumbers() {
    const { failures, ...numbers } = this.#numbers;
    this.#numbers = noNumbers();
    return { ...numbers, failed: [...failures.values()].reduce((sum, count) => sum + count, 0) };
  }

  [Symbol.dispose](): void {
    for (const tab of this.tabs) tab.close();
  }

  #noteSent(message: Message): void {
    this.acknowledged.set({ messages: [...this.acknowledged.get().messages, message] });
    const ms = performance.now() - (this.written.get(message.body)?.at ?? 0);
    this.#numbers.slowestMs = Math.max(this.#numbers.slowestMs, ms);
  }
}

async function openPlaces(baseUrl: string, traffic: Traffic): Promise<Place[]> {
  const places: Place[] = [];
  for (let at = 0; at < OWNERS; at += 1) {
    const { owner, site } = await newOwnerWithSite();
    const inbox = traffic.open(baseUrl, owner.token, `owner ${at}`);
    const phone = traffic.open(baseUrl, owner.token, `phone of owner ${at}`);
    for (let count = 0; count < VISITORS_OF_OWNER; count += 1) {
      const visitor = await openWidget(site);
      const { conversationId: id } = await start(visitor, "Hello");
      const chat = traffic.open(`${baseUrl}/public`, visitor.token, `visitor ${places.length}`);
      places.push({ id, visitor: chat, owner: inbox, phone });
    }
  }
  return places;
}

const partOf = ({ id, seq, senderType, body }: Message) => ({ id, seq, senderType, body });
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

test("behind HAProxy, three hosts lose, double and reorder no message while two of them and Redis go away and return", async () => {
  test.skip(versionOf("haproxy", "-v") === undefined, "haproxy is not installed");
  requireRedis();
  await using running = new AsyncDisposableStack();
  const redis = running.use(await newRedis());
  await redis.start();
  const ports = [await freePort("127.0.0.1"), await freePort("127.0.0.1"), await freePort("127.0.0.1")];
  const startHost = async (at: number, name: string) => {
    const settings = { PORT: String(ports[at]), REDIS_URL: redis.url, TRUSTED_PROXY_HOPS: "1" };
    return running.use(await startProcess(`${name}-${at}`, settings));
  };
  const [first, second] = await Promise.all(ports.map((_, at) => startHost(at, "first")));
  const place = { folder: test.info().outputPath(), services: ports.map((port) => `127.0.0.1:${port}`) };
  const proxy = await startBalancer("haproxy", place);
  running.defer(proxy.stop);

  using traffic = new Traffic();
  const places = await openPlaces(`http://127.0.0.1:${proxy.port}`, traffic);
  const notLive = () => traffic.tabs.filter(({ connection }) => connection.get().phase !== "live").length;
  const allLive = (message: string) => expect.poll(notLive, { timeout: SETTLE_MS, message }).toBe(0);
  await allLive("at the start: streams that aren't open");

  /** Returns when the last one was written. */
  const writeSteadily = async () => {
    for (const [at, { id, visitor, owner }] of [...places, ...places].entries()) {
      if (at % AT_ONCE === 0) await pause(WRITE_EVERY_MS);
      const side = (at + Math.floor(at / places.length)) % 2 === 0 ? "visitor" : "owner";
      traffic.write(side === "visitor" ? visitor : owner, id, `${side} ${traffic.written.size}`);
    }
    return performance.now();
  };
  const isShown = ({ conversationId, seq }: Message) => {
    const { visitor, owner, phone } = places.find(({ id }) => id === conversationId) ?? {};
    return [visitor, owner, phone].every((tab) => tab?.shown(conversationId)[seq - 1]?.seq === seq);
  };
  const acknowledged = () => traffic.acknowledged.get().messages;
  const notShown = () => traffic.written.size - acknowledged().filter(isShown).length;

  /** Lets something happen while both sides of each conversation write once, and returns how many streams it cut. */
  const during = async (what: string, happen: () => Promise<unknown>) => {
    // By then, most of the next batch is on its way.
    const from = traffic.written.size + 1.1 * AT_ONCE;
    const writing = writeSteadily();
    await untilState(traffic.acknowledged, ({ messages }) => messages.length >= from);
    const [writtenAt] = await Promise.all([writing, happen()]);
    const patience = { timeout: SETTLE_MS, intervals: [50], message: `${what}: messages that a tab doesn't show` };
    await expect.poll(notShown, patience).toBe(0);
    const shownMs = performance.now() - writtenAt;
    await allLive(`${what}: streams that aren't back`);
    const { failed, slowestMs, awayMs } = traffic.takeNumbers();
    process.stdout.write(
      `${what}: ${2 * places.length} messages, failed attempts: ${failed}, the slowest stored after ${seconds(slowestMs)}, all shown ` +
        `${seconds(shownMs)} after the last was written; streams away: ${awayMs.length}, for up to ${seconds(Math.max(0, ...awayMs))}\n`,
    );
    return awayMs.length;
  };
  process.stdout.write(`${traffic.tabs.length} streams, ${places.length} conversations\n`);
  traffic.takeNumbers();
  expect(await during("one host is killed", async () => first?.stop("SIGKILL"))).toBeGreaterThan(0);
  await during("it returns", () => startHost(0, "second"));
  expect(await during("another is stopped", async () => expect(await second?.stop()).toBe(0))).toBeGreaterThan(0);
  await during("it returns", () => startHost(1, "second"));
  await during("Redis is killed", redis.kill);
  await during("Redis returns", redis.start);
  await during("all are back", async () => undefined);

  for (const { id, visitor, owner, phone } of places) {
    const stored = await sql(
      `SELECT id, seq, sender_type AS "senderType", body FROM messages WHERE conversation_id = $1 ORDER BY seq`,
      [id],
    );
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, at) => at + 1));
    const sent = acknowledged().filter(({ conversationId }) => conversationId === id);
    expect(sent.toSorted((one, other) => one.seq - other.seq).map(partOf)).toEqual(stored.slice(1));
    for (const side of ["visitor", "owner"]) {
      const written = [...traffic.written].filter(([body, { to }]) => to === id && body.startsWith(side));
      const bySide = stored.slice(1).filter(({ senderType }) => senderType === side);
      expect(bySide.map(({ body }) => body)).toEqual(written.map(([body]) => body));
    }
    for (const tab of [visitor, owner, phone]) expect(tab.shown(id).map(partOf)).toEqual(stored);
  }
});
