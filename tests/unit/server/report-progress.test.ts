import { expect, test } from "@playwright/test";
import { reportProgress } from "../../../server/backup/report-progress.ts";

test("a finished table is always reported, even between two intervals", () => {
  const lines: string[] = [];
  const report = reportProgress((line) => lines.push(line));
  for (const rows of [28, 40, 1047]) report({ step: "copying", table: "messages", rows, of: 1047 });
  report({ step: "copying", table: "users", rows: 1, of: 1 });
  report({ step: "indexing" });
  expect(lines).toEqual([
    "Copying the table messages: 28 of 1,047 rows",
    "Copying the table messages: 1,047 of 1,047 rows",
    "Copying the table users: 1 of 1 rows",
    "Creating the indexes",
  ]);
});

test("progress on the table of files and on the files themselves is worded differently", () => {
  const lines: string[] = [];
  const report = reportProgress((line) => lines.push(line));
  report({ step: "copying", table: "files", rows: 2, of: 2 });
  report({ step: "files", files: 2, bytes: 300 });
  expect(lines).toEqual(["Copying the table files: 2 of 2 rows", "Files done: 2 (1 kB)"]);
});
