import type { BenchCase, CaseResult } from "../case.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import { measureHost } from "../streams/measure-host.ts";
import { makeStreamPeople } from "../streams/people.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { startOurs } from "../world/servers.ts";

const VISITORS = Number(process.env.BENCH_STREAMS ?? (isShort ? 5_000 : 100_000));
const OWNERS = 50;
const PROCESSES = 6;
const PER_SECOND = 100;
const SECONDS = isShort ? 20 : 600;
const P99_GOAL_MS = 500;
const BACK_GOAL_S = 120;

/** As many streams as a host holds: for ten minutes, while one of its processes is killed, and after all of them were. */
export const host: BenchCase = {
  name: "host",
  title: `Event streams: ${VISITORS} visitors and ${OWNERS} owners on ${PROCESSES} processes, ${PER_SECOND} messages a second for ${SECONDS} s`,
  isLong: true,
  run: async (progress) => {
    await using database = await openMeasuredDatabase();
    progress("making the people");
    const people = await makePeople(database.url);
    const measured = await measureHost({
      database,
      people,
      processes: PROCESSES,
      perSecond: PER_SECOND,
      seconds: SECONDS,
      progress,
    });
    return resultOf(measured);
  },
};

async function makePeople(databaseUrl: string) {
  await using service = await startOurs(databaseUrl);
  return await makeStreamPeople({ baseUrl: service.baseUrl, databaseUrl }, OWNERS, VISITORS);
}

function resultOf({
  steady,
  oneKilled,
  allKilled,
  openMs,
  memory,
}: Awaited<ReturnType<typeof measureHost>>): CaseResult {
  const backRow = (what: string, { backMs, away }: { backMs: number; away: number }) => ({
    what,
    ours: away === 0 ? milliseconds(backMs) : `${away} still away after ${milliseconds(backMs)}`,
    goal: `≤ ${BACK_GOAL_S} s`,
    isMet: away === 0 && backMs <= BACK_GOAL_S * 1000,
  });
  const missed = steady.missed + oneKilled.missed + allKilled.missed;
  return {
    rows: [
      {
        what: "send to receipt, p99",
        ours: milliseconds(steady.p99Ms),
        goal: `≤ ${P99_GOAL_MS} ms`,
        isMet: steady.p99Ms <= P99_GOAL_MS && steady.missed === 0,
      },
      {
        what: "messages that got an error meanwhile",
        ours: String(steady.failures),
        goal: "0",
        isMet: steady.failures === 0,
      },
      { what: "streams lost meanwhile", ours: String(steady.cut), goal: "0", isMet: steady.cut === 0 },
      { what: "messages missed, in all", ours: String(missed), goal: "0", isMet: missed === 0 },
      backRow("all back after one process was killed", oneKilled),
      backRow("all back after all were killed", allKilled),
    ],
    notes: [
      `Opening all streams took ${milliseconds(openMs)}; then the service's processes had ${(memory / 1e9).toFixed(2)} GB (PSS).`,
      `${steady.sent} messages were sent, the median was heard after ${milliseconds(steady.medianMs)}, the last after ${milliseconds(steady.slowestMs)}; the service used ${milliseconds(steady.cpuMs)} of CPU a second and PostgreSQL ${milliseconds(steady.databaseMs)}.`,
      `With one process, ${oneKilled.cut} streams were cut. The kill of all cut ${allKilled.cut}. Of the messages sent in the 20 s after each, ${oneKilled.failures} and ${allKilled.failures} got an error, and the slowest of the others took ${milliseconds(Math.max(oneKilled.sendSlowestMs, allKilled.sendSlowestMs))}.`,
    ],
  };
}
