import { setTimeout as pause } from "node:timers/promises";
import type { BenchCase } from "../case.ts";
import { shown } from "../load/in-turn.ts";
import { cpuTime, memoryOf } from "../measure/process-tree.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import { makeStreamPeople } from "../streams/people.ts";
import { startCrowd } from "../streams/start-crowd.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { startOurs } from "../world/servers.ts";

const VISITORS = Number(process.env.BENCH_STREAMS ?? (isShort ? 2_000 : 18_000));
const OWNERS = 50;
const SECONDS = isShort ? 20 : 60;
const SETTLE_MS = 15_000;
// Nothing comes due while it's measured.
const QUIET_MINUTES = 3;
// All of them come due within five more minutes: one in 300 each second.
const BUSY_MINUTES = 10;
const DUE_EACH_SECOND = Math.round(VISITORS / 300);
const STREAM_GOAL_US = 2;
const DATABASE_GOAL_MS = 10;

// As if the visitors had written one after another in the last minutes, and no one had read it. After five and ten minutes, a
// conversation comes to its next level.
const begunWithin = (minutes: number) => `
  WITH c AS (
    UPDATE conversations SET created_at = at, last_message_at = at, updated_at = at
    FROM (SELECT id, now() - random() * interval '${minutes} minutes' AS at FROM conversations) begun
    WHERE begun.id = conversations.id RETURNING conversations.id, site_id, at
  )
  INSERT INTO alerts (conversation_id, first_seq, since, seq, level, due_at)
  SELECT c.id, 1, at, 1, passed, at + make_interval(mins => (passed + 1) * minutes)
  FROM c JOIN sites s ON s.id = c.site_id,
    LATERAL (SELECT coalesce(s.escalation_minutes, 5) AS minutes) m,
    LATERAL (SELECT floor(extract(epoch FROM now() - at) / 60 / minutes)::int AS passed) p
  WHERE passed < 2
  ON CONFLICT (conversation_id) DO UPDATE
  SET since = excluded.since, seq = 1, level = excluded.level, due_at = excluded.due_at`;

export const idle: BenchCase = {
  name: "idle",
  title: `${VISITORS} open streams and as many unread conversations, while nothing happens`,
  run: async (progress) => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await openMeasuredDatabase());
    const service = stack.use(await startOurs(database.url, { RATE_LIMITS: "on" }));
    progress("making the people");
    const people = await makeStreamPeople({ baseUrl: service.baseUrl, databaseUrl: database.url }, OWNERS, VISITORS);
    const measure = async () => {
      await pause(SETTLE_MS);
      const before = [cpuTime(service.pid), database.cpuTime()] as const;
      await pause(SECONDS * 1_000);
      return {
        own: (cpuTime(service.pid) - before[0]) / SECONDS,
        database: (database.cpuTime() - before[1]) / SECONDS,
      };
    };
    const begin = async (minutes: number) => {
      await database.query(begunWithin(minutes));
      await database.settle();
    };
    progress(`without a stream, for ${SECONDS} s`);
    await begin(QUIET_MINUTES);
    const rest = await measure();
    progress("opening the streams");
    const memoryBefore = memoryOf(service.pid);
    stack.use(await startCrowd(service.port, people.streams));
    await begin(QUIET_MINUTES);
    progress(`with all of them, for ${SECONDS} s`);
    const open = await measure();
    const memory = memoryOf(service.pid);
    await begin(BUSY_MINUTES);
    progress(`while alerts come due, for ${SECONDS} s`);
    const busy = await measure();
    const ofStream = ((open.own - rest.own) * 1_000) / people.streams.length;
    const kilobytes = (memory - memoryBefore) / people.streams.length / 1_000;
    return {
      rows: [
        {
          what: "CPU of a stream each second, our process",
          ours: `${ofStream.toFixed(2)} µs`,
          goal: `≤ ${STREAM_GOAL_US} µs`,
          isMet: ofStream <= STREAM_GOAL_US,
        },
        {
          what: "CPU each second, PostgreSQL",
          ours: milliseconds(open.database),
          goal: `≤ ${DATABASE_GOAL_MS} ms`,
          isMet: open.database <= DATABASE_GOAL_MS,
        },
        shown(`CPU each second, PostgreSQL, while ${DUE_EACH_SECOND} alerts come due`, busy.database),
      ],
      notes: [
        `Without a stream, the service used ${milliseconds(rest.own)} a second and PostgreSQL ${milliseconds(rest.database)}. The streams made the service grow by ${kilobytes.toFixed(1)} kB each.`,
      ],
    };
  },
};
