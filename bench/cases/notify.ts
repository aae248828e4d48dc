import { setTimeout as pause } from "node:timers/promises";
import { planDue } from "#lib/notify/notifications/plan-statements.ts";
import { closeDb, queryPrepared } from "#platform/database/database.ts";
import { startReceiver } from "../../tests/support/webhook-receiver.ts";
import type { BenchCase, Row } from "../case.ts";
import { ratioAtMost, shown } from "../load/in-turn.ts";
import { requestText } from "../load/job.ts";
import { sendOnce } from "../load/send-once.ts";
import { cpuTime } from "../measure/process-tree.ts";
import { sum } from "../measure/statistics.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import { makeStreamPeople } from "../streams/people.ts";
import { type MeasuredDatabase, openMeasuredDatabase } from "../world/measured-database.ts";
import { addChannel, newGuests, newShop, openWidget } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const PEOPLE = 20;
const CHANNELS = ["ntfy", "slack", "mattermost"];
const CONVERSATIONS = isShort ? 100 : 400;
const BURST = 5;
const BURST_EVERY_MS = 5_000;
const CPU_GOAL = 1.1;
const ROUNDS = isShort ? 4 : 10;
const AT_REST_MS = 20_000;
const LOOK_EVERY_MS = 500;
const WARM_UP = 10;

export const notify: BenchCase = {
  name: "notify",
  title: `Visitor messages that notify ${PEOPLE} people through ${CHANNELS.length} channels each`,
  run: async (progress) => {
    const stored = await storing(progress);
    const planned = await planning(progress);
    const sent = await sending(progress);
    return { rows: [...stored, ...sent.rows], notes: [planned, ...sent.notes] };
  },
};

type Progress = (words: string) => void;
type Cpu = { own: number; database: number };

const spent = (before: Cpu, after: Cpu, messages: number): Cpu => ({
  own: (after.own - before.own) / messages,
  database: (after.database - before.database) / messages,
});

const both = ({ own, database }: Cpu) => own + database;

const mean = (all: Cpu[]): Cpu => ({
  own: sum(all.map(({ own }) => own)) / all.length,
  database: sum(all.map(({ database }) => database)) / all.length,
});

const rowsOf = (what: string, ours: Cpu, reference: Cpu) => [
  shown(`${what}: CPU of a message, our process`, ours.own, reference.own),
  shown(`${what}: CPU of a message, PostgreSQL`, ours.database, reference.database),
  shown(`${what}: CPU of a message, both`, both(ours), both(reference)),
];

const ALERTS = isShort ? 2_000 : 18_000;
const PLANNED = ALERTS / 4;

/** Without channels: alerts that come to their next level, alone and as many at once as the service plans. */
async function planning(progress: Progress): Promise<string> {
  await using database = await openMeasuredDatabase();
  {
    await using server = await startOurs(database.url, { JOBS: "off" });
    await makeStreamPeople({ baseUrl: server.baseUrl, databaseUrl: database.url }, PEOPLE, ALERTS);
  }
  const took: string[] = [];
  for (const limit of [1, 20]) {
    progress(`planning alerts, ${limit} at once`);
    await database.query("TRUNCATE alerts");
    await database.query(`
      INSERT INTO alerts (conversation_id, first_seq, since, seq, due_at)
      SELECT id, 1, now() - interval '6 minutes', 1, now() FROM conversations`);
    await database.query("VACUUM (ANALYZE) conversations, alerts");
    const plan = () => queryPrepared(planDue(limit, { isOn: false, delaySeconds: 0 }));
    for (let time = 0; time < WARM_UP; time += 1) await plan();
    const before = database.cpuTime();
    let count = 0;
    while (count < PLANNED) count += (await plan()).length;
    const each = (database.cpuTime() - before) / count;
    took.push(milliseconds(each));
  }
  await closeDb();
  return `To plan the next level of an alert, PostgreSQL took ${took[0]} of CPU for one alone, and ${took[1]} for each of 20.`;
}

/** Without jobs: the first message of a burst, which makes its conversation due, against the others. */
async function storing(progress: Progress): Promise<Row[]> {
  await using database = await openMeasuredDatabase();
  await using server = await startOurs(database.url, { JOBS: "off" });
  const { siteKey } = await newShop(server.baseUrl);
  const guests = await newGuests(server.baseUrl, siteKey, CONVERSATIONS);
  const requests = guests.map(({ token }) => messageText(token));
  const read = (): Cpu => ({ own: cpuTime(server.pid), database: database.cpuTime() });
  const measure = async (alertId: "NULL" | "alert_id") => {
    await database.query(`UPDATE conversations SET alert_id = ${alertId}`);
    if (alertId === "NULL") await database.query("TRUNCATE alerts");
    await database.query("VACUUM (ANALYZE) conversations");
    await database.settle();
    const before = read();
    await sendOnce({ port: server.port, requests, withinMs: 0 });
    await database.settle();
    return spent(before, read(), requests.length);
  };
  const [opening, following]: [Cpu[], Cpu[]] = [[], []];
  await measure("NULL");
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`storing: round ${round} of ${ROUNDS}`);
    opening.push(await measure("NULL"));
    following.push(await measure("alert_id"));
  }
  const [first, other] = [mean(opening), mean(following)];
  const ofBurst = mean([first, ...Array.from({ length: BURST - 1 }, () => other)]);
  const burst = shown(`stored, in bursts of ${BURST}: CPU of a message, both`, both(ofBurst), both(other));
  return [...rowsOf("stored, the first of a burst", first, other), ratioAtMost(burst, CPU_GOAL)];
}

/** With jobs, until nothing is left to do: the same messages where people have channels, and where they have none. */
async function sending(progress: Progress): Promise<{ rows: Row[]; notes: string[] }> {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startReceiver((_, response) => response.writeHead(200).end("ok")));
  const prepare = async (channels: string[]) => {
    const database = stack.use(await openMeasuredDatabase());
    const server = stack.use(await startOurs(database.url));
    const requests: string[] = [];
    for (let count = 0; count < PEOPLE; count += 1) {
      const { token, siteKey } = await newShop(server.baseUrl);
      for (const kind of channels) await addChannel(server.baseUrl, token, kind, `${receiver.url}/${kind}`);
      for (let visitor = 0; visitor < CONVERSATIONS / PEOPLE; visitor += 1)
        requests.push(messageText((await openWidget(server.baseUrl, siteKey)).token));
    }
    const read = (): Cpu => ({ own: cpuTime(server.pid), database: database.cpuTime() });
    return { database, server, requests, read };
  };
  progress("signing people up");
  const [notified, others] = [await prepare(CHANNELS), await prepare([])];
  const sides = [notified, others];
  const readAll = () => ({ ours: notified.read(), reference: others.read() });
  const settled = () => Promise.all(sides.map(({ database }) => database.settle()));

  await settled();
  progress("at rest");
  const atRest = readAll();
  await pause(AT_REST_MS);
  const before = readAll();
  const started = performance.now();
  progress("sending");
  for (let message = 0; message < BURST; message += 1) {
    const send = { withinMs: BURST_EVERY_MS };
    await Promise.all(sides.map(({ server, requests }) => sendOnce({ ...send, port: server.port, requests })));
  }
  progress("waiting for the end of all bursts");
  await Promise.all(sides.map(({ database }) => untilAllSent(database)));
  await settled();
  const after = readAll();
  const seconds = (performance.now() - started) / 1_000;

  const messages = CONVERSATIONS * BURST;
  const ours = spent(before.ours, after.ours, messages);
  const reference = spent(before.reference, after.reference, messages);
  const rest = spent(atRest.ours, before.ours, AT_REST_MS / 1_000);
  const sent = receiver.received.length;
  const each = ((both(ours) - both(reference)) * messages) / sent;
  return {
    rows: rowsOf("with what follows", ours, reference),
    notes: [
      `${messages} messages led to ${sent} requests to channels, of ${each.toFixed(2)} ms each, within ${seconds.toFixed(0)} s. At rest, the service used ${rest.own.toFixed(1)} ms a second and PostgreSQL ${rest.database.toFixed(1)} ms.`,
    ],
  };
}

const IS_LEFT = `
  SELECT EXISTS (SELECT FROM conversations WHERE alert_id IS NOT NULL)
    OR EXISTS (SELECT FROM notifications WHERE status = 'pending') AS busy`;

async function untilAllSent(database: MeasuredDatabase): Promise<void> {
  while (await database.isBusy(IS_LEFT)) await pause(LOOK_EVERY_MS);
}

/** Without a key, so that the same text can be sent again. */
const messageText = (token: string) =>
  requestText({
    method: "POST",
    path: "/public/conversations",
    body: { message: "And could it be here before the end of the month?", pageUrl: "https://shop.example/tables/12" },
    token,
  });
