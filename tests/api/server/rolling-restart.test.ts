import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../server/http/free-port.ts";
import { newConversation } from "../../support/factories.ts";
import { startBalancer, versionOf } from "../../support/reverse-proxy.ts";
import { startProcess } from "../../support/start-process.ts";

const WRITERS = 8;

const BALANCERS = [
  { program: "haproxy", version: versionOf("haproxy", "-v"), polls: true },
  { program: "nginx", version: versionOf("nginx", "-v"), polls: false },
  { program: "caddy", version: versionOf("caddy", "version"), polls: true },
] as const;

type Sent = { status: number; ms: number };

/** Sends messages one after another until the signal, and returns what became of each. */
async function write(url: string, token: string, signal: AbortSignal): Promise<Sent[]> {
  const sent: Sent[] = [];
  while (!signal.aborted) {
    const begun = performance.now();
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ message: "During the restart" }),
    });
    await response.text();
    sent.push({ status: response.status, ms: performance.now() - begun });
  }
  return sent;
}

for (const { program, version, polls } of BALANCERS) {
  test(`behind ${program}, configured as docs/operating/scaling.md shows, no message fails while one process after the other restarts`, async () => {
    test.skip(version === undefined, `${program} is not installed`);
    test.slow();
    const ports = [await freePort("127.0.0.1"), await freePort("127.0.0.1")];
    const start = (port: number, name: string) =>
      startProcess(name, { PORT: String(port), TRUSTED_PROXY_HOPS: "1", LOG_LEVEL: "info" });
    const running = await Promise.all(ports.map((port, at) => start(port, `first-${at}`)));
    const services = ports.map((port) => `127.0.0.1:${port}`);
    const proxy = await startBalancer(program, { folder: test.info().outputPath(), services });
    // One that asks whether they're ready has done so for a while.
    for (const { baseUrl } of polls ? [...running, ...running] : []) await fetch(`${baseUrl}/health/ready`);
    const { owner, id } = await newConversation();
    const stop = new AbortController();
    const url = `http://localhost:${proxy.port}/conversations/${id}/messages`;
    const writing = Promise.all(Array.from({ length: WRITERS }, () => write(url, owner.token, stop.signal)));
    for (const [at, port] of ports.entries()) {
      for (const one of running) await expect.poll(() => readFile(one.log, "utf8")).toContain('"method":"POST"');
      expect(await running[at]?.stop()).toBe(0);
      running[at] = await start(port, `second-${at}`);
    }
    for (const one of running) await expect.poll(() => readFile(one.log, "utf8")).toContain('"method":"POST"');
    stop.abort();
    const sent = (await writing).flat();
    await proxy.stop();
    for (const one of running) await one.stop();
    const slowest = Math.round(Math.max(...sent.map(({ ms }) => ms)));
    test
      .info()
      .annotations.push({ type: "sent", description: `${sent.length} messages, the slowest took ${slowest} ms` });
    expect(sent.filter(({ status }) => status !== 201)).toEqual([]);
  });
}
