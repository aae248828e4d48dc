import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

test("a Node that is too old to install the packages says which one is needed", async () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "16.20.2" })';
  const run = promisify(execFile)(process.execPath, ["--import", old, "server/launch.mjs", "server/start.ts"]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: "Site Inbox cannot start: Node 16.20.2 is too old. Install Node 18 or newer, then run the command again.\n",
  });
});
