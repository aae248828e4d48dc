import { randomInt } from "node:crypto";
import { LoadConnection } from "./connection.ts";
import { EACH_TIME, type LoadJob, type LoadResult } from "./job.ts";

const COUNTER_DIGITS = 12;

// The generator, in a process of its own: what it costs is not counted as the server's.
process.once("message", async (job) => {
  process.send?.(await generate(job as LoadJob), () => process.disconnect?.());
});

async function generate({ port, connections, seconds, requests, status }: LoadJob): Promise<LoadResult> {
  const buffers = requests.map((text) => Buffer.from(text));
  const expected = Buffer.from(`HTTP/1.1 ${status} `);
  const open = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)));
  const numberOnce = counter();
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const until = started + seconds * 1000;

  const run = async (connection: LoadConnection, first: number) => {
    for (let at = first; performance.now() < until; at += connections) {
      const request = buffers[at % buffers.length];
      if (!request) throw new Error("there is nothing to send");
      numberOnce(request);
      const sent = performance.now();
      const response = await connection.ask(request);
      latencies.push(performance.now() - sent);
      if (!response.subarray(0, expected.length).equals(expected)) throw new Error(`unexpected response: ${response}`);
    }
  };
  await Promise.all(open.map(run));
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of open) connection.close();
  return { requests: latencies.length, seconds: took / 1000, latencies, cpuMs: (user + system) / 1000 };
}

/** Writes the next number into the last digits of a request's key, where it has one. */
function counter(): (request: Buffer) => void {
  const prefix = EACH_TIME.slice(0, -COUNTER_DIGITS);
  let next = randomInt(2 ** 40);
  return (request) => {
    const at = request.indexOf(prefix);
    if (at < 0) return;
    next += 1;
    request.write(next.toString(16).padStart(COUNTER_DIGITS, "0"), at + prefix.length, "latin1");
  };
}
