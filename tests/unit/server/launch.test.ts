import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

for (const version of ["18.20.4", "20.18.3"]) {
  test(`Node ${version}, which is too old to install the packages, says which one is needed`, async () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`;
    const run = promisify(execFile)(process.execPath, ["--import", old, "server/launch.mjs", "server/start.ts"]);
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: `Site Inbox cannot start: Node ${version} is too old. Install Node 20.19 or newer, then run the command again.\n`,
    });
  });
}

test("what the service starts as node is the Node that it runs on, whatever is first on the path", async () => {
  const script = test.info().outputPath("path.mjs");
  writeFileSync(script, "console.log(JSON.stringify([process.execPath, process.env.PATH]))");
  const env = { PATH: "/usr/bin" } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(process.execPath, ["server/launch.mjs", script], { env });
  const [runtime, path]: [string, string] = JSON.parse(stdout);
  expect(path.split(delimiter)[0]).toBe(dirname(runtime));
  expect(path.split(delimiter).at(-1)).toBe("/usr/bin");
});
