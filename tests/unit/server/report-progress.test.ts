import { expect, test } from "@playwright/test";
import { reportProgress } from "../../../server/backup/report-progress.ts";

test("a finished table is always reported, even between two intervals", () => {
  const lines: string[] = [];
  const report = reportProgress((line) => lines.push(line));
  for (const rows of [28, 40, 1047]) report({ step: "copying", table: "messages", rows, of: 1047 });
  report({ step: "copying", table: "users", rows: 1, of: 1 });
  report({ step: "indexing" });
  expect(lines).toEqual([
    "Copying messages: 28 of 1,047 rows",
    "Copying messages: 1,047 of 1,047 rows",
    "Copying users: 1 of 1 rows",
    "Creating the indexes",
  ]);
});
