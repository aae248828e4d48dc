import { expect, test } from "@playwright/test";
import { showProgress } from "../../../server/launch/progress.mjs";

const recorder = (isTTY: boolean) => {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string) => written.push(text) } };
};

test("progress is one line with the usual and the actual time if it isn’t shown on a terminal", () => {
  const { written, stream } = recorder(false);
  showProgress("Building", "under a minute", stream)(true);
  expect(written.join("")).toMatch(/^Building \(usually under a minute\)\.\.\. done in \d+ s\n$/);
});

test("progress rewrites its line on a terminal, and says when it failed", () => {
  const { written, stream } = recorder(true);
  showProgress("Building", "under a minute", stream)(false);
  expect(written.join("")).toBe("Building (usually under a minute)...\rBuilding (usually under a minute)... failed\n");
});
