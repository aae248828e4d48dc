import { execFile } from "node:child_process";
import { expect, test } from "@playwright/test";

const PREPARE = `
  const { provideEnv, readSettings } = await import("#lib/env.ts");
  const { log } = await import("#lib/log.ts");
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
  ["by itself", ""],
  ["by process.exit", "process.exit(1);"],
  ["for an error that nobody caught", 'setImmediate(() => { throw new Error("x"); });'],
] as const) {
  test(`nothing that was logged is lost when the process ends ${how}`, async () => {
    const lines = (await logged(ending)).map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { msg: "first", token: "[Redacted]" },
      { msg: "second", level: 30 },
    ]);
  });
}
