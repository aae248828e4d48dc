import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { expect, test } from "@playwright/test";

const PREPARE = `
  const { provideEnv, readSettings } = await import("#platform/env.ts");
  const { log } = await import("#platform/log.ts");
  provideEnv({ ...readSettings({}), DATABASE_URL: "none", AUTH_SECRET: "none" });
  log().info({ token: "secret" }, "first");
  log().info("second");`;

function logged(ending: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", `${PREPARE}\n${ending}`], (_, stdout) => {
      resolve(stdout.split("\n").filter(Boolean));
    });
  });
}

for (const [how, ending] of [
  ["alone", ""],
  ["by process.exit", "process.exit(1);"],
  ["for an error that nobody caught", 'setImmediate(() => { throw new Error("x"); });'],
] as const) {
  test(`no log line is lost when the process ends ${how}`, async () => {
    const lines = (await logged(ending)).map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { msg: "first", token: "[Redacted]" },
      { msg: "second", level: 30 },
    ]);
  });
}

test("a full disk under the log ends nothing (D7)", async () => {
  test.skip(!existsSync("/dev/full"), "there is no /dev/full here");
  const script = `${PREPARE}\nawait new Promise((resolve) => setImmediate(() => setImmediate(resolve)));\nlog().info("third");\nsetImmediate(() => process.exit(7));`;
  const full = openSync("/dev/full", "w");
  const ended = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", full, "pipe"] });
  expect(await once(ended, "exit")).toEqual([7, null]);
  closeSync(full);
});

test("control characters that JSON allows are escaped, so no terminal acts on them", async () => {
  const signs = "\u007f\u0085\u009b\u2028\u202e\u2066";
  const lines = await logged(`log().info({ reason: ${JSON.stringify(signs)} }, "third");`);
  const [, , line = ""] = lines;
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(line).reason).toBe(signs);
});
