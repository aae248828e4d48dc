import { setTimeout as pause } from "node:timers/promises";
import { PresenceResponse } from "#lib/desk/presence/schema.ts";
import { cpuTime } from "../../bench/measure/process-tree.ts";
import { databaseCpu } from "../../bench/world/measured-database.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownerStream } from "../support/event-stream.ts";
import { newConversation, type Owner, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember, newTeam } from "../support/team.ts";

/*
 * Fifty people have one conversation open. The costs are those of a process of its own, and of PostgreSQL, whose background
 * work counts too.
 */
const PEOPLE = 50;
const ROUNDS = 20;
const REPORT_EVERY_MS = 10_000;

test("fifty people who look at one conversation see each other, until half a minute after a connection was lost", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { workspaceId, owner, sites } = await newTeam({ sites: 1 });
  const others: Owner[] = [];
  for (let at = 1; at < PEOPLE; at += 1) {
    const person = await addMember(workspaceId);
    await sql("UPDATE users SET name = $2 WHERE id = $1", [person.user.id, `Person ${at}`]);
    others.push(person);
  }
  const [site] = sites;
  if (!site) throw new Error("no site");
  const { conversationId: id } = await start(await openWidget(site), "Hello", { name: "Grace" });
  await using service = await startProcess("measured");
  const at = { baseUrl: service.baseUrl };
  const report = async (person: Owner, conversationId: string) => {
    const call = { ...at, token: person.token, body: {} };
    return (await ask(PresenceResponse, 200, "POST", `/conversations/${conversationId}/presence`, call)).people;
  };
  const readDatabase = await databaseCpu(testEnvironment.databaseUrl);
  const measure = async (count: number, work: () => Promise<unknown>) => {
    const before = { own: cpuTime(service.pid), database: readDatabase() };
    await work();
    const each = (ms: number) => `${(ms / count).toFixed(2)} ms`;
    return `${each(cpuTime(service.pid) - before.own)} our process, ${each(readDatabase() - before.database)} PostgreSQL`;
  };
  const reportRounds = async (people: Owner[], conversationId: string) => {
    for (let round = 0; round < ROUNDS; round += 1) for (const person of people) await report(person, conversationId);
  };

  const streams = await Promise.all(others.map((person) => ownerStream(person, at)));
  const entering = await measure(others.length, () => Promise.all(others.map((person) => report(person, id))));
  await Promise.all(
    streams.map(async (stream) => {
      for (let seen = 1; seen < others.length; seen += 1)
        await stream.next("presence", ({ state }) => state === "looking");
    }),
  );
  for (const person of others) expect(await report(person, id)).toHaveLength(others.length - 1);
  const staying = await measure(ROUNDS * others.length, () => reportRounds(others, id));
  // No event is sent about people who stay.
  expect(streams.flatMap((stream) => stream.names()).filter((name) => name === "presence")).toHaveLength(
    others.length * (others.length - 1),
  );
  for (const stream of streams) await stream[Symbol.asyncDispose]();
  const alone = await newConversation();
  await report(alone.owner, alone.id);
  const solo = await measure(ROUNDS * others.length, () =>
    reportRounds(
      others.map(() => alone.owner),
      alone.id,
    ),
  );

  for (const person of others) await report(person, id);
  const lostAt = performance.now();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const line = page.getByRole("status");
  const all = new RegExp(`Person \\d+, Person \\d+ and ${others.length - 2} others are viewing this`);
  await expect(line.filter({ hasText: all })).toBeVisible();
  // All but two lose their connection.
  const remaining = others.slice(0, 2);
  const goingOn = new AbortController();
  const reports = (async () => {
    while (!goingOn.signal.aborted) {
      for (const person of remaining) await report(person, id);
      await pause(REPORT_EVERY_MS, undefined, { signal: goingOn.signal }).catch(() => undefined);
    }
  })();
  await expect(line.filter({ hasText: "Person 1 and Person 2 are viewing this" })).toBeVisible({ timeout: 45_000 });
  const gone = ((performance.now() - lostAt) / 1_000).toFixed(1);
  goingOn.abort();
  await reports;
  await expect(page.getByText(/viewing this/)).toHaveCount(0, { timeout: 45_000 });
  process.stdout.write(
    `entering, with ${others.length} streams: ${entering}\nstaying: ${staying}\nalone: ${solo}\nshown as gone after ${gone} s\n`,
  );
});
