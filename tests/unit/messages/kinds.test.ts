import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { KINDS } from "#lib/desk/messages/kinds.ts";

test("ARCHITECTURE.md says what each kind of message does as the code does", () => {
  const wordOf = (effect: string | boolean) => (effect === true ? "yes" : effect || "no");
  const rows = Object.entries(KINDS).map(
    ([kind, effects]) => `| \`${kind}\` | ${Object.values(effects).map(wordOf).join(" | ")} |`,
  );
  expect(readFileSync("ARCHITECTURE.md", "utf8")).toContain(rows.join("\n"));
});
