import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { send } from "../../support/api-client.ts";
import { ownerStream } from "../../support/event-stream.ts";
import { newOwner } from "../../support/factories.ts";
import { startProcess } from "../../support/start-process.ts";

const FAULTS = pathToFileURL(resolve("tests/support/fault-on-signal.ts")).href;

test("the service survives an unhandled rejection, and shuts down in order after an uncaught exception (D14)", async () => {
  await using service = await startProcess("faulty", { NODE_OPTIONS: `--import=${FAULTS}` });
  const owner = await newOwner();
  const stream = await ownerStream(owner, service);
  const logged = () => readFile(service.log, "utf8");

  process.kill(service.pid, "SIGUSR2");
  await expect.poll(logged).toContain("nobody awaits this promise");
  expect((await send("GET", "/sites", { token: owner.token, baseUrl: service.baseUrl })).status).toBe(200);

  process.kill(service.pid, "SIGWINCH");
  expect(await stream.ended).toBe("closed");
  expect(await service.stop()).toBe(1);
  const lines = (await logged()).split("\n").filter((line) => line.includes('"level":50'));
  // Next prints both on the console, and neither may be in the log twice.
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reason: "nobody awaits this promise", msg: "unhandled promise rejection" },
    { reason: "nobody catches this error", msg: "uncaught exception; exiting" },
  ]);
});

test("the service goes on when its log's reader is gone or the disk is full (D7)", async () => {
  test.skip(!existsSync("/dev/full"), "there is no /dev/full here");
  const pipe = test.info().outputPath("pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const settings = { LOG_LEVEL: "info", NODE_OPTIONS: `--import=${FAULTS}` };
  await using onFull = await startProcess("full", settings, { log: "/dev/full" });
  await using onPipe = await startProcess("piped", settings, { log: pipe });
  closeSync(reader);
  for (const { pid, baseUrl } of [onFull, onPipe]) {
    process.kill(pid, "SIGUSR2");
    const asked = Array.from({ length: 50 }, () => send("GET", "/sites", { baseUrl }));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([401]));
  }
  expect([await onFull.stop(), await onPipe.stop()]).toEqual([0, 0]);
});
