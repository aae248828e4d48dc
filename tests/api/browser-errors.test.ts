import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { askNothing, refuseFields } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { limitedProcess, newAddress } from "../support/limited-process.ts";
import { findStrayLines } from "../support/log-leaks.ts";
import { startProcess } from "../support/start-process.ts";

const REPORT = { name: "RangeError", area: "dashboard", frames: [] };

async function reportsIn(log: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(log, "utf8");
  expect(findStrayLines(text)).toEqual([]);
  return text
    .split("\n")
    .filter((line) => line.includes("failed in a browser"))
    .map((line) => JSON.parse(line));
}

test("a browser's error is logged on one line, which contains only frames of our own scripts", {
  tag: "@all",
}, async () => {
  await using service = await startProcess("reports");
  const { baseUrl } = service;
  const chunks = await readdir(join(testEnvironment.buildDir, "static", "chunks"));
  const script = chunks.find((name) => name.endsWith(".js"));
  const frames = [`${script}:1:2345`, "call-me-at-0123456789.js:1:1"];
  const body = { ...REPORT, frames, message: "victim@example.com", url: "https://example.com/?q=x" };
  await askNothing("POST", "/browser-errors", { body, baseUrl });
  await service.stop();
  expect(await reportsIn(service.log)).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      name: "RangeError",
      area: "dashboard",
      frames: [`${script}:1:2345`],
      msg: "a page failed in a browser",
    },
  ]);
});

test("a report with text of the caller's choice is rejected", async () => {
  const refuse = (fields: string[], body: object) => refuseFields(fields, "POST", "/browser-errors", { body });
  await refuse(["name"], { ...REPORT, name: "victim@example.com" });
  await refuse(["area"], { ...REPORT, area: "/inbox?q=x" });
  for (const frame of ["../../x.js:1:1", "x.js", "x.js:1", "x\n.js:1:1", "https://evil.example/x.js:1:1"]) {
    await refuse(["frames.0"], { ...REPORT, frames: [frame] });
  }
  await refuse(["frames"], { ...REPORT, frames: Array(6).fill("x.js:1:1") });
});

test("reports log only a few lines a minute, per address and in total, even with limits off", {
  tag: "@all",
}, async () => {
  await using service = await limitedProcess({ RATE_LIMITS: "off" });
  const report = (from: string) =>
    service.ask("POST", "/browser-errors", { body: REPORT, from }).then(({ status }) => status);
  const one = newAddress();
  for (let at = 0; at < 20; at += 1) expect(await report(one)).toBe(204);
  // A minute may begin meanwhile.
  const ofOne = (await reportsIn(service.log)).length;
  expect(ofOne).toBeGreaterThanOrEqual(5);
  expect(ofOne).toBeLessThanOrEqual(10);
  for (let at = 0; at < 100; at += 1) expect(await report(newAddress())).toBe(204);
  const ofAll = (await reportsIn(service.log)).length;
  expect(ofAll).toBeGreaterThanOrEqual(30);
  expect(ofAll).toBeLessThanOrEqual(60);
  await service.stop();
});
