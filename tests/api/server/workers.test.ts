import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { expect, test } from "@playwright/test";
import { MessageAnswer } from "#lib/messages/schema.ts";
import { ask } from "../../support/api-client.ts";
import { visitorStream } from "../../support/event-stream.ts";
import { newConversation, type Visitor } from "../../support/people.ts";
import { startProcess } from "../../support/start-process.ts";

type Service = Awaited<ReturnType<typeof startTwo>>;

const startTwo = () => startProcess("workers", { WEB_CONCURRENCY: "2", LOG_LEVEL: "info" });

async function logLines({ log }: Service): Promise<Array<Record<string, unknown>>> {
  const lines = (await readFile(log, "utf8")).split("\n");
  return lines.filter((line) => line.startsWith("{") && line.endsWith("}")).map((line) => JSON.parse(line));
}

/** The worker that answered a request. */
async function workerOf(service: Service, requestId: string | null): Promise<number> {
  let pid = 0;
  await expect(async () => {
    pid = Number((await logLines(service)).find((line) => line.requestId === requestId)?.pid);
    expect(pid).toBeGreaterThan(0);
  }).toPass({ timeout: 10_000 });
  return pid;
}

/** Asks on several new connections at once, so that every worker gets some of them; answers which did. */
async function workersThatAnswer(service: Service): Promise<Set<number>> {
  const requestIds = await Promise.all(Array.from({ length: 6 }, () => askOnNewConnection(service)));
  return new Set(await Promise.all(requestIds.map((id) => workerOf(service, id))));
}

function askOnNewConnection({ baseUrl }: Service): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(`${baseUrl}/account`, { agent: false }, (answer) => {
      expect(answer.statusCode).toBe(401);
      resolve(String(answer.resume().headers["x-request-id"]));
    });
    asked.on("error", reject);
  });
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function say({ token }: Visitor, id: string, message: string, { baseUrl }: Service) {
  const path = `/public/conversations/${id}/messages`;
  return ask(MessageAnswer, 201, "POST", path, { token, body: { message }, baseUrl });
}

// Each of them starts three or more processes.
test.slow();

test("several processes serve one port as one service, and the death of one ends nothing but its connections", async () => {
  await using service = await startTwo();
  const { visitor, id } = await newConversation();
  const workers = await workersThatAnswer(service);
  expect(workers.size).toBe(2);

  await using stream = await visitorStream(visitor, service);
  const own = await workerOf(service, stream.response.headers.get("x-request-id"));
  await Promise.all(Array.from({ length: 6 }, (_, at) => say(visitor, id, `${at}`, service)));
  const sent = (await logLines(service)).filter(({ path }) => String(path).endsWith(`${id}/messages`));
  expect(new Set(sent.map(({ pid }) => pid))).toEqual(workers);
  await stream.next("message.created", ({ message }) => message.seq === 7);
  const seqs = stream.received
    .filter(({ name }) => name === "message.created")
    .map(({ data }) => (data as { message: { seq: number } }).message.seq);
  expect(seqs).toEqual([2, 3, 4, 5, 6, 7]);

  process.kill(own, "SIGKILL");
  expect(await stream.ended).toBe("cut");
  await say(visitor, id, "the other one goes on", service);
  await expect(async () => expect((await workersThatAnswer(service)).size).toBe(2)).toPass({ timeout: 20_000 });
  expect(await workersThatAnswer(service)).not.toContain(own);
  const [ending] = (await logLines(service)).filter(({ msg }) => /worker process has ended/.test(String(msg)));
  expect(ending).toMatchObject({ level: 50, how: "SIGKILL" });
});

test("SIGTERM ends all of the processes in order, the streams first", async () => {
  const service = await startTwo();
  const { visitor } = await newConversation();
  const workers = await workersThatAnswer(service);
  const streams = await Promise.all(Array.from({ length: 4 }, () => visitorStream(visitor, service)));
  expect(await service.stop()).toBe(0);
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(4).fill("closed"));
  expect([...workers].filter(isAlive)).toEqual([]);
});

test("no process is left behind where the first one is killed", async () => {
  const service = await startTwo();
  const workers = await workersThatAnswer(service);
  await service.stop("SIGKILL");
  await expect.poll(() => [...workers].filter(isAlive), { timeout: 10_000 }).toEqual([]);
});

test("tells once, and in words, why they cannot start", async () => {
  await using first = await startProcess("first", { WEB_CONCURRENCY: "2" });
  const start = startProcess("second", { WEB_CONCURRENCY: "2", PORT: new URL(first.baseUrl).port });
  await expect(start).rejects.toThrow(/cannot start: port \d+ is taken/);
});
