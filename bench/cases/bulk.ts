import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { addConversations } from "../../tests/support/added-messages.ts";
import type { BenchCase } from "../case.ts";
import { LoadConnection } from "../load/connection.ts";
import { ratioAtMost, shown } from "../load/in-turn.ts";
import { EACH_TIME, requestText } from "../load/job.ts";
import { median, percentile } from "../measure/statistics.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { type Guest, newGuests, newShop, type Shop } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const GUESTS = 200;
const CONVERSATIONS = (isShort ? 2_000 : 10_000) - GUESTS;
const PER_SECOND = 200;
const CONNECTIONS = 16;
const ALONE_MS = 10_000;
const GOAL_MS = 60_000;
const LATENCY_GOAL = 2;

/** A bulk change of as many conversations as it may have, while visitors write in some of them. */
export const bulk: BenchCase = {
  name: "bulk",
  title: `Closing ${CONVERSATIONS + GUESTS} conversations, with ${PER_SECOND} messages a second in ${GUESTS} of them`,
  run: async (progress) => {
    await using database = await openMeasuredDatabase();
    await using server = await startOurs(database.url);
    const shop = await newShop(server.baseUrl);
    const guests = await newGuests(server.baseUrl, shop.siteKey, GUESTS);
    progress("storing the conversations");
    await addQuiet(database.url, shop.siteId);
    await database.query("VACUUM (ANALYZE)");
    progress("messages alone");
    const alone = await sendWhile(server.port, guests, pause(ALONE_MS));
    progress("messages with a bulk change");
    const started = performance.now();
    const changing = closeAll(server.baseUrl, shop);
    const beside = await sendWhile(server.port, guests, changing);
    const tookMs = performance.now() - started;
    const { changed, skipped } = await changing;
    return {
      rows: [
        {
          what: "until all are done",
          ours: milliseconds(tookMs),
          goal: `≤ ${GOAL_MS / 1_000} s`,
          isMet: tookMs <= GOAL_MS,
        },
        ratioAtMost(shown("latency of a message, median", median(beside), median(alone)), LATENCY_GOAL),
        shown("latency of a message, p99", percentile(beside, 0.99), percentile(alone, 0.99)),
      ],
      notes: [`${changed} conversations were closed, and ${skipped} had a message meanwhile.`],
    };
  },
};

async function addQuiet(databaseUrl: string, siteId: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const run = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
  const at = new Date(Date.now() - 3_600_000);
  await addConversations(
    run,
    siteId,
    Array.from({ length: CONVERSATIONS }, () => [{ body: "Do you have it in oak?", at }]),
  );
  await client.end();
}

/** Sends messages at an even pace until something is done, and returns how long each took. */
async function sendWhile(port: number, guests: readonly Guest[], until: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  let isDone = false;
  const ending = until.finally(() => {
    isDone = true;
  });
  const started = performance.now();
  const run = async (_: unknown, first: number) => {
    const connection = await LoadConnection.open(port);
    for (let at = first; !isDone; at += CONNECTIONS) {
      await pause(Math.max(0, started + (at * 1_000) / PER_SECOND - performance.now()));
      const guest = guests[at % guests.length];
      if (!guest) throw new Error("there are no guests");
      const path = `/public/conversations/${guest.conversationId}/messages`;
      const body = { message: "Before the end of the month, yes." };
      const text = requestText({ method: "POST", path, body, token: guest.token, isKeyed: true });
      const sent = performance.now();
      const response = await connection.ask(Buffer.from(text.replace(EACH_TIME, randomUUID())));
      latencies.push(performance.now() - sent);
      if (!response.toString("latin1").startsWith("HTTP/1.1 201")) throw new Error(`unexpected response: ${response}`);
    }
    connection.close();
  };
  await Promise.all([ending, ...Array.from({ length: CONNECTIONS }, run)]);
  return latencies;
}

type Changed = { id: string; state: string; changed: number; skipped: number };

async function closeAll(baseUrl: string, { token }: Shop): Promise<Changed> {
  const call = async (path: string, body?: object): Promise<Changed> => {
    const response = await fetch(`${baseUrl}/conversations/bulk${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`a bulk change returned ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { bulkChange: Changed }).bulkChange;
  };
  let current = await call("", { change: { status: "closed" }, filter: {} });
  while (current.state === "running") {
    await pause(250);
    current = await call(`/${current.id}`);
  }
  return current;
}
