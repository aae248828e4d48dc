import { expect, test } from "@playwright/test";
import { reportProgress } from "../../../server/backup/report-progress.ts";

test("tells that the whole of a table is there, so that its last line is not one from the middle", () => {
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
