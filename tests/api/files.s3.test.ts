import { readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { UploadResponse } from "#lib/files/files/schema.ts";
import { ask, refuse, send } from "../support/api-client.ts";
import { newDataFolder } from "../support/data-folder-test.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { uploadCall } from "../support/files.ts";
import { startS3 } from "../support/s3-server.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

const METRICS_TOKEN = "a-token-for-metrics-1";

type Fault = (request: unknown, response: ServerResponse) => void;

const respond =
  (status: number, code: string): Fault =>
  (_, response) =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
const disconnect: Fault = (_, response) => void response.socket?.destroy();
const beSilent: Fault = () => undefined;
const breakOff: Fault = (_, response) => {
  response.writeHead(200, { "content-length": 100 }).write("half of");
  setImmediate(() => response.socket?.destroy());
};

/** A service whose files are in a bucket that can fail, with a visitor. */
async function serviceWithBucket() {
  const stack = new AsyncDisposableStack();
  const s3 = stack.use(await startS3());
  const database = stack.use(await scratchDatabase());
  const dataDir = await newDataFolder();
  const service = stack.use(
    await startProcess("s3", {
      ...s3.environment,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      // Nothing else uses the bucket meanwhile.
      JOBS: "off",
      METRICS_TOKEN,
    }),
  );
  const { baseUrl, log } = service;
  const owner = await signUp(baseUrl);
  const body = { siteKey: owner.siteKey };
  const visitor = JSON.parse((await send("POST", "/public/widget-session", { baseUrl, body })).text);

  return {
    s3,
    log,
    owner,
    upload: (content: string): [string, string, ReturnType<typeof uploadCall>] => [
      "POST",
      "/public/files",
      uploadCall(visitor.token, { name: "order.txt", content: Buffer.from(content), baseUrl }),
    ],
    say: (body: { message: string; files?: string[] }) =>
      send("POST", "/public/conversations", { baseUrl, token: visitor.token, body }),
    open: (fileId: string) =>
      fetch(`${baseUrl}/files/${fileId}/order.txt`, { headers: { Authorization: `Bearer ${owner.token}` } }),
    /** How many rows, objects and temporary files there are. */
    async count() {
      const [row] = await query<{ files: number; contents: number }>(
        database.url,
        'SELECT (SELECT count(*)::int FROM files) AS files, (SELECT count(*)::int FROM stored_files) AS "contents"',
      );
      const temporary = await readdir(join(dataDir, "files", "tmp")).catch(() => []);
      return { ...row, objects: s3.objects.size, temporary: temporary.length };
    },
    async failures() {
      const response = await fetch(`${baseUrl}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
      const lines = (await response.text()).matchAll(/^site_inbox_storage_failures_total\{failure="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...lines].map(([, failure, count]) => [failure, Number(count)]));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("a bucket that refuses, disconnects, is full or silent refuses uploads, which leave nothing, and downloads; messages go on (H14)", async () => {
  test.setTimeout(120_000);
  await using service = await serviceWithBucket();
  const { s3, upload, say, open, count, failures } = service;
  const { file } = await ask(UploadResponse, 201, ...upload("the first"));
  expect((await say({ message: "With a file", files: [file.id] })).status).toBe(201);
  const before = { files: 1, contents: 1, objects: 1, temporary: 0 };
  expect(await count()).toEqual(before);

  const busy = respond(503, "SlowDown");
  const REFUSED = [
    { code: "unavailable", faults: [respond(403, "AccessDenied")], requests: 1 },
    { code: "quota_exceeded", faults: [respond(507, "InsufficientStorage")], requests: 1 },
    // Three tries, and a removal of what may be there.
    { code: "unavailable", faults: [disconnect, disconnect, disconnect], requests: 4 },
    { code: "unavailable", faults: [busy, busy, busy], requests: 4 },
    // It has the object, but its responses are lost.
    { code: "unavailable", losing: 3, requests: 4 },
  ] as const;
  for (const { code, requests, ...faulty } of REFUSED) {
    const soFar = s3.requests();
    if ("faults" in faulty) s3.faults.push(...faulty.faults);
    else s3.loseResponses(faulty.losing);
    await refuse(code, ...upload("refused"));
    await expect.poll(() => s3.requests() - soFar).toBe(requests);
    await expect.poll(count).toEqual(before);
  }

  const UNREADABLE: [status: number, code: string, faults: Fault[]][] = [
    [503, "unavailable", [respond(403, "AccessDenied")]],
    [503, "unavailable", [disconnect, disconnect, disconnect]],
    [404, "file_missing", [respond(404, "NoSuchKey")]],
  ];
  for (const [status, code, faults] of UNREADABLE) {
    s3.faults.push(...faults);
    const response = await open(file.id);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  }
  s3.faults.push(breakOff);
  await expect(open(file.id).then((response) => response.text())).rejects.toThrow();

  s3.faults.push(beSilent, beSilent);
  const silent = Promise.all([refuse("unavailable", ...upload("into silence")), open(file.id)]);
  await expect.poll(() => s3.faults.length).toBe(0);
  expect((await say({ message: "Is anyone there?" })).status).toBe(201);
  const [, unread] = await silent;
  expect(unread.status).toBe(503);
  await expect.poll(count).toEqual(before);

  expect(await (await open(file.id)).text()).toBe("the first");
  await ask(UploadResponse, 201, ...upload("the second"));
  expect(await failures()).toEqual({ refused: 2, unavailable: 5, full: 1, timeout: 2 });
  const log = await readFile(service.log, "utf8");
  for (const reason of ["S3 PUT: 403 AccessDenied", "S3 GET: 403 AccessDenied", "S3 PUT: silent"]) {
    expect(log).toContain(reason);
  }
});
