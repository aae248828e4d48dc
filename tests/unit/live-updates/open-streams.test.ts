import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { OpenStreams } from "#lib/live-updates/open-streams.ts";

const owner = (workspaceId = randomUUID()) => ({
  workspaceId,
  userId: randomUUID(),
  sessionId: randomUUID(),
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
  await Promise.all(opened.map((stream) => stream.toWebStream().cancel()));
  expect(streams.size).toBe(0);
  expect(callers.some(({ visitorId }) => streams.hasVisitor(visitorId))).toBe(false);
  expect(streams.anchors().size).toBe(0);
});

test("ends what hangs on a session or a site, and nothing else", async () => {
  const streams = new OpenStreams();
  const [one, other, guest] = [owner(), owner(), visitor()];
  const ended = [streams.openOwner(one), streams.openVisitor(guest)].map((stream) => stream.toWebStream());
  streams.openOwner(other);
  // Read to the end, because what is unread is cut.
  const ends = ended.map((body) => new Response(body).text());
  await expect.poll(() => ended.every(({ locked }) => locked)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  streams.endAnchored(new Set([one.sessionId, guest.siteId]));
  expect(await Promise.all(ends)).toEqual(["event: ready\ndata: {}\n\n", "event: ready\ndata: {}\n\n"]);
  expect([streams.hasWorkspace(one.workspaceId), streams.hasWorkspace(other.workspaceId)]).toEqual([false, true]);
  streams.endAll();
  expect(streams.size).toBe(0);
});

test("ends a stream whose token has run out", () => {
  const streams = new OpenStreams();
  streams.openVisitor(visitor(new Date(Date.now() - 1)));
  streams.openVisitor(visitor(new Date(Date.now() + 60_000)));
  streams.openVisitor(visitor(null));
  streams.endExpired();
  expect(streams.size).toBe(2);
  streams.endAll();
});
