import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";

const RUN_COMMAND = new URL("../../../server/process/run-command.ts", import.meta.url).href;

const failing = (error: string) =>
  spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `const { runCommand } = await import(${JSON.stringify(RUN_COMMAND)});
       await runCommand(async () => { throw ${error}; });`,
    ],
    { encoding: "utf8" },
  );

test("a command that the database or the system fails prints one line, and one with a mistake its stack", () => {
  const refused = failing(`Object.assign(new Error("permission denied for schema public"), { code: "42501" })`);
  expect(refused).toMatchObject({
    status: 1,
    stderr: "Site Inbox cannot start: permission denied for schema public\n",
  });
  const full = failing(`Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC", path: "/data/x" })`);
  expect(full.stderr).toBe("Site Inbox cannot start: /data/x: the disk is full\n");
  expect(failing(`new TypeError("x is not a function")`).stderr).toContain("\n    at ");
});
