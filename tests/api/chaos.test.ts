import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { chaosDatabase } from "../chaos/chaos-database.ts";
import { runChaos } from "../chaos/run-chaos.ts";

test("no message is lost, duplicated or reordered while connections are cut and processes and PostgreSQL are killed (D2)", async () => {
  test.setTimeout(180_000);
  await using database = await chaosDatabase();
  const report = await runChaos({
    rounds: 6,
    visitors: 4,
    seed: 20261121,
    database,
    authSecret: randomBytes(48).toString("base64url"),
    outputFile: (name) => test.info().outputPath(name),
  });
  expect(report.stored).toBe(report.written);
  expect(report.acknowledged).toBe(report.written);
  // Otherwise nothing was tried at all.
  expect(report.written).toBeGreaterThan(50);
  expect(report.proxy.duplicated).toBeGreaterThan(5);
  expect(report.databaseKills).toBeGreaterThan(1);
  expect(report.crashes).toBeGreaterThan(0);
  expect(report.proxy.cut).toBeGreaterThan(5);
  await writeFile("test-results/chaos.json", JSON.stringify(report, null, 2));
});
