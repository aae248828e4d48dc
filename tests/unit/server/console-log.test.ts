import { execFile } from "node:child_process";
import { expect, test } from "@playwright/test";
import { findStrayLines } from "../../support/log-leaks.ts";

const PREPARE = `
  const { provideEnv, readSettings } = await import("#platform/env.ts");
  const { sendConsoleToLog } = await import("./server/process/console-log.ts");
  provideEnv({ ...readSettings({ LOG_LEVEL: "debug" }), DATABASE_URL: "none", AUTH_SECRET: "none" });
  sendConsoleToLog();`;

type Line = { level: number; text: string; name?: string; stack?: string[]; digest?: string };

/** What a process with this code writes, to either output. */
function written(code: string): Promise<Line[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", `${PREPARE}\n${code}`], (_, stdout, stderr) => {
      expect(stderr).toBe("");
      expect(findStrayLines(stdout)).toEqual([]);
      resolve(
        stdout
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      );
    });
  });
}

test("a console call becomes one JSON line: warnings and errors at their level, the rest at debug", async () => {
  const lines = await written(`
    console.log("Ready in", 57, { secret: "x" });
    console.warn("One\\ntwo lines");
    console.error("Broken");
    console.debug();
    console.table([["a cell"]]);
    console.dir({ field: "value" });`);
  expect(lines.map(({ level }) => level)).toEqual([20, 40, 50, 20, 20, 20]);
  expect(lines.map(({ text }) => text).slice(0, 3)).toEqual(["Ready in", "two lines", "Broken"]);
});

test("an error on the console is logged by its name, digest and frames, without its message", async () => {
  const [line] = await written(`
    const received = 'victim@example.com eyJhb-token {"level":60}';
    const error = new TypeError(\`The token didn't match. Received "\${received}\\n    at forged (frame)" again\`);
    console.error(" ⨯", Object.assign(error, { digest: "1234567" }));`);
  expect(line).toMatchObject({
    name: "TypeError",
    digest: "1234567",
    text: "The token didn't match. Received * again",
  });
  expect(JSON.stringify(line)).not.toMatch(/victim|eyJ|forged/);
  expect(line?.stack?.[0]).toMatch(/^\s+at /);
});

for (const [what, text, kept] of [
  ["an email address", "No account for victim@example.com here", "No account for * here"],
  ["a token", "Bad eyJhbGciOi.x.y", "Bad *"],
  ["a quoted text", 'Received "all is lost" again', "Received * again"],
  ["an unfinished quote", 'Received "all is lost', "Received *"],
  ["an address", "Refused 203.0.113.7 and ::1", "Refused * and *"],
  ["a log line", 'x {"level":60,"msg":"y"}', "x *"],
  ["control characters", "a \u001b[31m \u009b31m \u202e b", "a * b"],
] as const) {
  test(`a console line contains no ${what.replace(/^an? /, "")} that its caller passed`, async () => {
    const [line] = await written(`console.error(${JSON.stringify(text)});`);
    expect(line?.text).toBe(kept);
  });
}

test("a warning of Node's becomes one JSON line, instead of plain text", async () => {
  const [line] = await written('process.emitWarning("Something is deprecated", "DeprecationWarning");');
  expect(line).toMatchObject({ level: 40, name: "DeprecationWarning", text: "Something is deprecated" });
});

test("a console line is short, however much is printed", async () => {
  const [line] = await written('console.error("word ".repeat(10_000));');
  expect(line?.text.length).toBeLessThanOrEqual(200);
});
