import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "@playwright/test";
import { UploadResponse } from "#lib/files/files/schema.ts";
import { ask, readProblem, refuse, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, openWidget } from "../support/factories.ts";
import { png, uploadAsVisitor, uploadCall } from "../support/files.ts";
import { sendRaw } from "../support/raw-http.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";

const MAX = 20 * 1024 ** 2;
const MEBIBYTE = Buffer.alloc(1024 ** 2, "a");

const newVisitor = async () => openWidget((await newOwnerWithSite()).site);
const filesOf = ({ visitorId }: { visitorId: string }) =>
  sql("SELECT id FROM files WHERE visitor_id = $1", [visitorId]);

/** Sends a body in chunks, for as long as the server reads it, up to this many bytes. Returns the response and what was sent. */
async function sendChunks(token: string, most: number, { baseUrl = testEnvironment.baseUrl } = {}) {
  const sending = request(`${baseUrl}/public/files`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "File-Name": "big.txt", "Transfer-Encoding": "chunked" },
  });
  let sent = 0;
  let isOver = false;
  const responded = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.on("error", (error) => (isOver ? undefined : reject(error)));
    sending.on("response", (response) => {
      isOver = true;
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("close", () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  while (!isOver && sent < most) {
    const isTaken = sending.write(MEBIBYTE);
    sent += MEBIBYTE.length;
    if (!isTaken) await Promise.race([once(sending, "drain").catch(() => undefined), responded]);
  }
  sending.end();
  const response = await responded;
  sending.destroy();
  return { ...response, sent };
}

test("5 GB in chunks are cut off soon after the limit, with a 413 that names it, and nothing is kept (H4)", async () => {
  const visitor = await newVisitor();
  const { status, text, sent } = await sendChunks(visitor.token, 5 * 1024 ** 3);
  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({
    code: "payload_too_large",
    maxSize: MAX,
    detail: expect.stringContaining("20 MB"),
  });
  expect(sent).toBeLessThan(10 * MAX);
  expect(await filesOf(visitor)).toEqual([]);
});

test("a length past the limit is refused before the body is sent, also if the client waits to be asked (H3)", {
  tag: "@all",
}, async () => {
  const { token } = await newVisitor();
  const head = (...lines: string[]) =>
    [
      "POST /public/files HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "File-Name: a.txt",
      ...lines,
      "",
      "",
    ].join("\r\n");
  for (const lines of [[], ["Expect: 100-continue"]]) {
    const response = await sendRaw(head("Content-Length: 5000000000", ...lines));
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toMatchObject({ code: "payload_too_large", maxSize: MAX });
  }
});

test("a body that's cut off leaves nothing (H5)", async () => {
  const visitor = await newVisitor();
  const sending = request(`${testEnvironment.baseUrl}/public/files`, {
    method: "POST",
    headers: { Authorization: `Bearer ${visitor.token}`, "File-Name": "a.txt", "Content-Length": "1000000" },
  });
  sending.on("error", () => undefined);
  await new Promise((resolve) => sending.write(Buffer.alloc(100_000), resolve));
  sending.destroy();
  await uploadAsVisitor(visitor);
  expect(await filesOf(visitor)).toHaveLength(1);
});

test("of 60 uploads of one visitor at once, those past four get a 429, and no file of theirs is left (H6)", async () => {
  const visitor = await newVisitor();
  const call = uploadCall(visitor.token, { content: Buffer.alloc(500_000, "a"), name: "a.txt" });
  const responses = await Promise.all(Array.from({ length: 60 }, () => send("POST", "/public/files", call)));
  const refused = responses.filter(({ status }) => status !== 201);
  for (const response of refused) readProblem(response, "rate_limited");
  expect(refused.length).toBeGreaterThan(0);
  expect(await filesOf(visitor)).toHaveLength(60 - refused.length);
});

test("past its files an hour, a visitor gets a 429 (H6)", { tag: "@all" }, async () => {
  await using service = await startProcess("limited", { RATE_LIMITS: "on", LIMIT_FILES: "2" });
  const visitor = await newVisitor();
  const call = uploadCall(visitor.token, { baseUrl: service.baseUrl });
  for (let count = 0; count < 2; count += 1) await ask(UploadResponse, 201, "POST", "/public/files", call);
  await refuse("rate_limited", "POST", "/public/files", call);
});

test("past a workspace's quota, or with a full disk, an upload gets a 507 and leaves nothing (H11)", {
  tag: "@all",
}, async () => {
  await using service = await startProcess("small", { FILES_QUOTA: "1K" });
  const visitor = await newVisitor();
  const call = uploadCall(visitor.token, { baseUrl: service.baseUrl, content: png(1, 400, 400) });
  expect(call.raw?.length).toBeGreaterThan(1_024);
  await refuse("quota_exceeded", "POST", "/public/files", call);
  expect(await filesOf(visitor)).toEqual([]);
});
