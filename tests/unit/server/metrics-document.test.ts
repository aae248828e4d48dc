import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { createMetrics } from "#platform/metrics/metrics.ts";

test("each metric that a process counts is in its registry and in the document, and two processes' don't meet", async () => {
  const document = readFileSync("docs/operating/monitoring.md", "utf8");
  createMetrics();
  const { registry, ...metrics } = createMetrics();
  const text = await registry.metrics();
  const registered = Array.from(text.matchAll(/^# TYPE (site_inbox_\w+) /gm), ([, name = ""]) => name);
  expect(registered).toHaveLength(Object.keys(metrics).length);
  for (const name of registered) expect(document).toContain(`\`${name}\``);
});
