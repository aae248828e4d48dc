import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const paths = globSync("docs/decisions/*.md").sort((a, b) => a.localeCompare(b));

test("every decision has a number, the sections Context, Decision and Consequences, and at most 40 lines", () => {
  expect(paths.length).toBeGreaterThan(20);
  for (const [index, path] of paths.entries()) {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(path).toContain(`/${String(index + 1).padStart(4, "0")}-`);
    expect(lines[0], path).toMatch(new RegExp(`^# ${index + 1}\\. \\S`));
    const headings = lines.filter((line) => line.startsWith("## "));
    expect(headings, path).toEqual(["## Context", "## Decision", "## Consequences"]);
    expect(lines.length, path).toBeLessThanOrEqual(40);
  }
});
