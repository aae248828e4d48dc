import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "../../server/database/migrate.ts";
import type { BenchCase, Row } from "../case.ts";
import { makeDataSet } from "../data-set.ts";
import { percentile } from "../measure/statistics.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import { sendSteadily } from "../streams/send-steadily.ts";
import { benchFolder } from "../world/folder.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { newGuests, newShop } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const VISITORS = 100;
const PER_SECOND = 50;
const ALONE_SECONDS = 30;
const ROUND_SECONDS = 5;
const LOOK_EVERY_MS = 100;
const CONVERSATIONS = isShort ? 10_000 : 100_000;
const MESSAGES_PER_CONVERSATION = 4;
const BEGINS_WITHIN_MS = 180_000;
const SLOWER_MAX = 1.5;

const RUNS = "SELECT EXISTS (SELECT FROM backups WHERE ended_at IS NULL) AS busy";
const WAS_GOOD = "SELECT EXISTS (SELECT FROM backups WHERE ended_at IS NOT NULL AND failure IS NULL) AS busy";

/** Messages while the service makes the day's backup and checks it by a restore, next to the same without. */
export const backup: BenchCase = {
  name: "backup",
  title: `${PER_SECOND} visitor messages a second during a backup of ${CONVERSATIONS * MESSAGES_PER_CONVERSATION} messages`,
  isLong: true,
  run: async (progress) => {
    const folder = await mkdtemp(join(process.cwd(), benchFolder(), "backups-"));
    await using database = await openMeasuredDatabase();
    try {
      const dataSet = { conversations: CONVERSATIONS, messagesPerConversation: MESSAGES_PER_CONVERSATION, owners: [] };
      await migrate(database.url);
      await makeDataSet(database.url, dataSet, progress);
      const settings = { BACKUP_TO: folder, BACKUP_CHECK: "restore", JOBS: "on" };
      await using server = await startOurs(database.url, settings);
      const { siteKey } = await newShop(server.baseUrl);
      const guests = await newGuests(server.baseUrl, siteKey, VISITORS);
      const senders = guests.map(({ conversationId, token }) => ({
        path: `/public/conversations/${conversationId}/messages`,
        token,
        side: "visitor" as const,
      }));
      const send = async (seconds: number) => {
        const sent = await sendSteadily({ kind: "send", port: server.port, perSecond: PER_SECOND, seconds, senders });
        if (sent.failures > 0) throw new Error(`${sent.failures} messages failed`);
        return sent.tookMs;
      };
      await send(ROUND_SECONDS);
      progress("without a backup");
      const alone = await send(ALONE_SECONDS);
      progress("waiting for the backup");
      const giveUpAt = performance.now() + BEGINS_WITHIN_MS;
      while (!(await database.isBusy(RUNS))) {
        if (performance.now() > giveUpAt) throw new Error("no backup began");
        await pause(LOOK_EVERY_MS);
      }
      progress("during the backup and its check");
      const began = performance.now();
      const during: number[] = [];
      while (await database.isBusy(RUNS)) during.push(...(await send(ROUND_SECONDS)));
      const seconds = Math.round((performance.now() - began) / 1000);
      if (!(await database.isBusy(WAS_GOOD))) throw new Error("the backup failed");
      return {
        rows: [0.5, 0.99, 1].map((share) => rowOf(share, during, alone)),
        notes: [`The backup with its check took about ${seconds} s, in which ${during.length} messages were sent.`],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function rowOf(share: number, during: number[], alone: number[]): Row {
  const [ours, reference] = [percentile(during, share), percentile(alone, share)];
  const row = {
    what: share === 1 ? "response, slowest" : `response, p${share * 100}`,
    ours: milliseconds(ours),
    reference: milliseconds(reference),
    ratio: ours / reference,
  };
  // The slowest of few is chance.
  if (share === 1) return { ...row, goal: "", isMet: true };
  return { ...row, goal: `≤ ${SLOWER_MAX} ×`, isMet: row.ratio <= SLOWER_MAX };
}
