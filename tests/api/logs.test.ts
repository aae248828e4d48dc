import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation } from "../support/factories.ts";
import { HOSTILE_REQUESTS, HOSTILE_TEXTS, sendHostile } from "../support/hostile-requests.ts";
import { findLeaks, findStrayLines } from "../support/log-leaks.ts";
import { startProcess } from "../support/start-process.ts";

const PERSON = { name: "Zoë Quartz", email: "zoe.quartz@example.com", pageUrl: "https://shop.example.com/?order=4711" };
const INJECTED = 'Hello\n{"level":60,"msg":"all is lost"}\r\n\u2028\u001b[31m';

/** Returns the log of a service that the given work runs against. */
async function logOf(work: (baseUrl: string) => Promise<unknown>): Promise<string> {
  await using service = await startProcess("logging", { LOG_LEVEL: "debug" });
  await work(service.baseUrl);
  await service.stop();
  return readFile(service.log, "utf8");
}

test("the log contains nothing about callers or what they write, wherever they put it (G5, G6, G11)", async () => {
  const { owner, visitor, id } = await newConversation();
  const headers = {
    "X-Forwarded-For": "203.0.113.7, 2001:db8::7",
    "User-Agent": `Agent ${PERSON.email}`,
    Referer: PERSON.pageUrl,
  };
  const log = await logOf(async (baseUrl) => {
    const message = { body: { message: INJECTED, ...PERSON }, token: visitor.token, headers, baseUrl };
    await send("POST", "/public/conversations", message);
    await send("GET", `/conversations?q=${encodeURIComponent("4711 zoe.quartz@example.com")}`, {
      token: owner.token,
      baseUrl,
    });
    // In place of ids: what someone pasted into the wrong field of their program.
    for (const wrong of [owner.token, PERSON.email, "203.0.113.7", encodeURIComponent(INJECTED)]) {
      await send("GET", `/conversations/${wrong}`, { token: owner.token, headers, baseUrl });
      await send("GET", `/conversations/${id}?token=${wrong}`, { token: owner.token, headers, baseUrl });
      await send("POST", "/auth/login", { body: { email: PERSON.email, password: wrong }, headers, baseUrl });
      await send("POST", "/sites", { raw: `{"${wrong}`, token: wrong.replaceAll("%", ""), headers, baseUrl });
    }
  });
  expect(log).toContain(`"path":"/conversations/*"`);
  const texts = [INJECTED, "all is lost", ...Object.values(PERSON), owner.token, visitor.token, visitor.visitorToken];
  expect(findLeaks(log, texts)).toEqual([]);
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  for (const line of lines) expect(JSON.parse(line).level).toBeLessThan(50);
});

test("requests that carry log lines, tokens or Next's internal headers log at most one short JSON line each", {
  tag: "@all",
}, async () => {
  const log = await logOf(async (baseUrl) => {
    for (const request of HOSTILE_REQUESTS) {
      expect(await sendHostile(baseUrl, request), request.what).toBeGreaterThanOrEqual(200);
      // The run's own service too: its whole log is checked at the end.
      await sendHostile(testEnvironment.baseUrl, request);
    }
  });
  expect(findStrayLines(log)).toEqual([]);
  expect(findLeaks(log, HOSTILE_TEXTS)).toEqual([]);
  const lines = log.split("\n").filter((line) => line !== "" && !line.includes("next.config.js"));
  expect(lines.length).toBeLessThanOrEqual(HOSTILE_REQUESTS.length);
  for (const line of lines) expect(line.length, line).toBeLessThan(1_000);
});
