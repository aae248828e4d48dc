import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type ClientRequest, get, type IncomingMessage, request } from "node:http";
import { expect, test } from "@playwright/test";
import { visitorStream } from "../../support/event-stream.ts";
import { newConversation, type Visitor } from "../../support/factories.ts";
import { startProcess } from "../../support/start-process.ts";

const CONNECTIONS = 400;

type Service = Awaited<ReturnType<typeof startTwo>>;

const startTwo = () => startProcess("workers", { WEB_CONCURRENCY: "2", LOG_LEVEL: "info" });

async function logLines({ log }: Service): Promise<Array<Record<string, unknown>>> {
  const lines = (await readFile(log, "utf8")).split("\n");
  return lines.filter((line) => line.startsWith("{") && line.endsWith("}")).map((line) => JSON.parse(line));
}

/** Returns the worker that responded to a request. */
async function workerOf(service: Service, requestId: string | null): Promise<number> {
  let pid = 0;
  await expect(async () => {
    pid = Number((await logLines(service)).find((line) => line.requestId === requestId)?.pid);
    expect(pid).toBeGreaterThan(0);
  }).toPass({ timeout: 10_000 });
  return pid;
}

/** Sends requests on new connections, which either worker accepts, until both have responded. Returns which they are. */
async function bothWorkers(service: Service): Promise<Set<number>> {
  const seen = new Set<number>();
  await expect(async () => {
    const requestIds = await Promise.all(Array.from({ length: 6 }, () => askOnNewConnection(service)));
    for (const id of requestIds) seen.add(await workerOf(service, id));
    expect(seen.size).toBe(2);
  }).toPass({ timeout: 30_000 });
  return seen;
}

async function askOnNewConnection({ baseUrl }: Service): Promise<string> {
  const response = await onNewConnection(get(`${baseUrl}/account`, { agent: false }));
  expect(response.statusCode).toBe(401);
  return String(response.headers["x-request-id"]);
}

async function onNewConnection(asked: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(asked, "response");
  return response.resume();
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function say({ token }: Visitor, id: string, message: string, { baseUrl }: Service): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const url = `${baseUrl}/public/conversations/${id}/messages`;
  const asked = request(url, { method: "POST", agent: false, headers });
  asked.end(JSON.stringify({ message }));
  expect((await onNewConnection(asked)).statusCode).toBe(201);
}

// Each of them starts three or more processes.
test.slow();

test.describe("one service of two processes", () => {
  let service: Service;
  test.beforeAll(async () => {
    service = await startTwo();
  });
  test.afterAll(() => service.stop());

  test("several processes share the connections about equally", async () => {
    test.skip(process.platform !== "linux", "elsewhere the system doesn't share connections evenly");
    const asked = Array.from({ length: CONNECTIONS }, () => askOnNewConnection(service));
    const requestIds = new Set(await Promise.all(asked));
    const linesOf = async () => (await logLines(service)).filter(({ requestId }) => requestIds.has(String(requestId)));
    await expect.poll(async () => (await linesOf()).length).toBe(CONNECTIONS);
    const shares = Map.groupBy(await linesOf(), ({ pid }) => pid);
    expect(shares.size).toBe(2);
    // By chance, a share is less than this once in millions of runs.
    for (const lines of shares.values()) expect(lines.length).toBeGreaterThan(0.36 * CONNECTIONS);
  });

  test("several processes serve one port as one service, and one's death ends only its own connections", async () => {
    const { visitor, id } = await newConversation();
    const workers = await bothWorkers(service);

    await using stream = await visitorStream(visitor, service);
    const own = await workerOf(service, stream.response.headers.get("x-request-id"));
    let last = 1;
    await expect(async () => {
      const said = await Promise.all(Array.from({ length: 6 }, () => say(visitor, id, "To either worker", service)));
      last += said.length;
      const sent = (await logLines(service)).filter(({ path }) => String(path).endsWith(`${id}/messages`));
      expect(new Set(sent.map(({ pid }) => pid))).toEqual(workers);
    }).toPass({ timeout: 30_000 });
    await stream.next("message.created", ({ message }) => message.seq === last);
    const seqs = stream.received
      .filter(({ name }) => name === "message.created")
      .map(({ data }) => (data as { message: { seq: number } }).message.seq);
    expect(seqs).toEqual(Array.from({ length: last - 1 }, (_, at) => at + 2));

    process.kill(own, "SIGKILL");
    await stream.ended;
    // Its own socket for new connections is among the last things that a process closes.
    await expect.poll(() => isAlive(own)).toBe(false);
    await say(visitor, id, "the other one goes on", service);
    expect(await bothWorkers(service)).not.toContain(own);
    const [ending] = (await logLines(service)).filter(({ msg }) => /worker process exited/.test(String(msg)));
    expect(ending).toMatchObject({ level: 50, how: "SIGKILL" });
  });

  test("SIGTERM ends all processes in order, streams first", async () => {
    const { visitor } = await newConversation();
    const workers = await bothWorkers(service);
    const streams = await Promise.all(Array.from({ length: 4 }, () => visitorStream(visitor, service)));
    expect(await service.stop()).toBe(0);
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(4).fill("closed"));
    expect([...workers].filter(isAlive)).toEqual([]);
  });
});

test("on a port in use, no workers start and the reason is reported once; when the first process is killed, none is left", async () => {
  const service = await startTwo();
  const workers = await bothWorkers(service);
  const start = startProcess("second", { WEB_CONCURRENCY: "2", PORT: new URL(service.baseUrl).port });
  await expect(start).rejects.toThrow(/cannot start: port \d+ is in use/);
  await service.stop("SIGKILL");
  await expect.poll(() => [...workers].filter(isAlive), { timeout: 10_000 }).toEqual([]);
});
