import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const REFUSED = `new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]), { code: "ECONNREFUSED" }`;

async function logged(script: string) {
  const prepare = `
    const { provideEnv, readSettings } = await import("#platform/env.ts");
    provideEnv({ ...readSettings({}), DATABASE_URL: "none", AUTH_SECRET: "none" });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", prepare + script]);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("a failure without a message is logged with its code", async () => {
  const lines = await logged(`
    const { logFailure } = await import("#platform/failure-log.ts");
    logFailure(Object.assign(${REFUSED}), "failed");`);
  expect(lines).toMatchObject([{ msg: "failed", name: "AggregateError", reason: "ECONNREFUSED" }]);
});

test("a job queue that can't reach the database logs why, at most every ten seconds", async () => {
  const lines = await logged(`
    const { createBoss } = await import("#platform/jobs/boss.ts");
    const boss = createBoss(async () => ({ rows: [] }), { supervise: true });
    const error = Object.assign(${REFUSED});
    // As pg-boss passes on what a worker's query fails with.
    for (let count = 0; count < 40; count++) boss.emit("error", { ...error, message: error.message, stack: error.stack });`);
  expect(lines).toMatchObject([{ msg: "job queue error; will retry", name: "Error", reason: "ECONNREFUSED" }]);
});
