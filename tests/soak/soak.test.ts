import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { chaosDatabase } from "../chaos/chaos-database.ts";
import { type ChaosReport, runChaos } from "../chaos/run-chaos.ts";

const MINUTE_MS = 60_000;
const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);

const total = (reports: ChaosReport[], of: (report: ChaosReport) => number) =>
  reports.reduce((sum, report) => sum + of(report), 0);

function summary(reports: ChaosReport[]): string {
  const sum = (of: (report: ChaosReport) => number) => total(reports, of);
  return [
    `runs ${reports.length}, rounds ${sum(({ rounds }) => rounds)}, kills ${sum(({ kills }) => kills)}, ` +
      `kills of the database ${sum(({ databaseKills }) => databaseKills)}, crashes ${sum(({ crashes }) => crashes)}`,
    `connections ${sum(({ proxy }) => proxy.connections)}, refused ${sum(({ proxy }) => proxy.refused)}, ` +
      `cut ${sum(({ proxy }) => proxy.cut)}, delayed ${sum(({ proxy }) => proxy.delayed)}, ` +
      `duplicated ${sum(({ proxy }) => proxy.duplicated)}`,
    `messages written ${sum(({ written }) => written)}, acknowledged ${sum(({ acknowledged }) => acknowledged)}, ` +
      `stored ${sum(({ stored }) => stored)}`,
  ].join("\n");
}

test(`no message is lost, duplicated or reordered for ${MINUTES} minutes`, async () => {
  test.setTimeout(MINUTES * MINUTE_MS + 5 * MINUTE_MS);
  const end = Date.now() + MINUTES * MINUTE_MS;
  const reports: ChaosReport[] = [];
  for (let seed = SEED; Date.now() < end; seed += 1) {
    await using database = await chaosDatabase();
    const report = await runChaos({
      rounds: 20,
      visitors: 8,
      seed,
      database,
      authSecret: randomBytes(48).toString("base64url"),
      outputFile: (name) => test.info().outputPath(`${seed}-${name}`),
    });
    expect(report.stored, `seed ${seed}`).toBe(report.written);
    expect(report.acknowledged, `seed ${seed}`).toBe(report.written);
    reports.push(report);
    process.stdout.write(`seed ${seed}: ${JSON.stringify(report)}\n`);
  }
  process.stdout.write(`${summary(reports)}\n`);
});
