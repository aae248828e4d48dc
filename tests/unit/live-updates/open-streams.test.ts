import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { OpenStreams, returnsPerSecond } from "#lib/live/live-updates/open-streams.ts";
import type { EventStream } from "#platform/live/event-stream.ts";

const owner = (workspaceId = randomUUID()) => ({
  workspaceId,
  userId: randomUUID(),
  sessionId: randomUUID(),
  version: 1,
  tokenEndsAt: new Date(Date.now() + 60_000),
});
const visitor = (tokenEndsAt: Date | null = null) => ({
  visitorId: randomUUID(),
  siteId: randomUUID(),
  tokenEndsAt,
});

test("keeps nothing of a thousand streams whose readers left", async () => {
  const streams = new OpenStreams();
  const callers = Array.from({ length: 1000 }, () => visitor());
  const opened = callers.map((caller) => streams.openVisitor(caller));
  expect(streams.size).toBe(1000);
  await Promise.all(opened.map((stream) => stream.begin().toWebStream().cancel()));
  expect(streams.size).toBe(0);
  expect(callers.some(({ visitorId }) => streams.hasVisitor(visitorId))).toBe(false);
  expect(streams.anchors().size).toBe(0);
});

test("ends the streams of a session or a site, and no others", async () => {
  const streams = new OpenStreams();
  const [one, other, guest] = [owner(), owner(), visitor()];
  const ended = [streams.openOwner(one), streams.openVisitor(guest)].map((stream) => stream.begin().toWebStream());
  streams.openOwner(other);
  // Read to the end, because what is unread is cut.
  const ends = ended.map((body) => new Response(body).text());
  await expect.poll(() => ended.every(({ locked }) => locked)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  streams.endAnchored(new Set([one.sessionId, guest.siteId]));
  const ready = expect.stringMatching(/^retry: \d+\nevent: ready\ndata: \{\}\n\n$/);
  expect(await Promise.all(ends)).toEqual([ready, ready]);
  expect([streams.hasWorkspace(one.workspaceId), streams.hasWorkspace(other.workspaceId)]).toEqual([false, true]);
  streams.endAll();
  expect(streams.size).toBe(0);
});

test("ends a stream whose token has expired", () => {
  const streams = new OpenStreams();
  streams.openVisitor(visitor(new Date(Date.now() - 1)));
  streams.openVisitor(visitor(new Date(Date.now() + 60_000)));
  streams.openVisitor(visitor(null));
  streams.endExpired();
  expect(streams.size).toBe(2);
  streams.endAll();
});

/** Reads what a stream sends until it ends. */
const textOf = (stream: EventStream) => {
  const sent: string[] = [];
  stream.attach({
    write: (chunk) => {
      sent.push(new TextDecoder().decode(chunk));
      return 0;
    },
    end: () => undefined,
    cut: () => undefined,
  });
  return sent;
};

test("a stream that is being opened gets events, and sends them after ready", () => {
  const streams = new OpenStreams();
  const guest = visitor();
  const opening = streams.openVisitor(guest);
  streams.toVisitor(guest.visitorId, Buffer.from("event"));
  const [ready, event] = textOf(opening.begin({ listed: [] }));
  expect(ready).toContain('data: {"listed":[]}');
  expect(event).toBe("event");
  streams.endAll();
});

test("a stream abandoned while it's being opened leaves nothing, and ends no other", () => {
  const streams = new OpenStreams();
  const guest = visitor();
  for (let at = 0; at < 16; at += 1) streams.openVisitor(guest).begin();
  streams.openVisitor(guest).drop();
  expect(streams.size).toBe(16);
  streams.openVisitor(guest).begin();
  expect(streams.size).toBe(16);
  streams.endAll();
});

test("clients of ended streams reconnect over a time that grows with their number", () => {
  const timesOf = (count: number) => {
    const streams = new OpenStreams();
    const sent = Array.from({ length: count }, () => textOf(streams.openVisitor(visitor()).begin()));
    streams.endAll();
    return sent.map((parts) => Number(/retry: (\d+)/.exec(parts.at(-1) ?? "")?.[1]));
  };
  const few = timesOf(3);
  expect(Math.max(...few)).toBeLessThanOrEqual(3);
  const many = timesOf(6_000).toSorted((one, other) => one - other);
  expect(many.at(-1)).toBeLessThanOrEqual(5_000);
  // Evenly: a quarter of them in each quarter of the time.
  for (const quarter of [1, 2, 3]) {
    expect(Math.abs((many[quarter * 1_500] ?? 0) - quarter * 1_250)).toBeLessThan(250);
  }
});

test("past the limit of an owner, no stream of another person in the workspace ends", () => {
  const streams = new OpenStreams();
  const workspaceId = randomUUID();
  const [many, one] = [owner(workspaceId), owner(workspaceId)];
  streams.openOwner(one).begin();
  for (let count = 0; count < 65; count++) streams.openOwner(many).begin();
  expect(streams.counts().owner).toBe(65);
  streams.endAnchored(new Set([many.sessionId]));
  expect(streams.counts().owner).toBe(1);
  streams.endAll();
});

test("fewer clients return to each process at a time on a host with less than two cores for each", () => {
  expect(returnsPerSecond(1, 2)).toBe(1200);
  expect(returnsPerSecond(4, 16)).toBe(1200);
  expect(returnsPerSecond(3, 2)).toBe(400);
  expect(returnsPerSecond(1, 1)).toBe(600);
});
