import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import { Pool } from "pg";
import { verifyingKeys } from "#platform/crypto/keys.ts";
import { provideEnv, readSettings } from "#platform/env.ts";
import { newId } from "#platform/new-id.ts";
import { FIND_BY_KEY, SEND, SEND_ONCE, START_ONCE } from "./tables.ts";

/*
 * The least that the same requests can cost: node:http and pg, tables and statements of its own. With a key it checks the
 * token and claims the key; without one it only stores the message. No router, schemas, log, request id or events.
 */
const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
provideEnv({ ...readSettings(), DATABASE_URL, AUTH_SECRET });

const pool = new Pool({ connectionString: DATABASE_URL, max: 20 });
const [widgetKey] = verifyingKeys("widget");
const MESSAGE_MAX = 4000;

type Message = { id: string; conversationId: string; seq: number; senderId: string; body: string; createdAt: Date };
type Response = { status: number; body: object };

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

function readText(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > MESSAGE_MAX) throw new Error("not a text");
  return value;
}

async function store(name: string, text: string, values: unknown[]): Promise<Message | undefined> {
  return (await pool.query<Message>({ name, text, values })).rows[0];
}

const stored = (message: Message | undefined): Response =>
  message ? { status: 201, body: { message } } : { status: 404, body: {} };

async function respond(request: IncomingMessage): Promise<Response> {
  const [, , , conversationId] = (request.url ?? "").split("/");
  const { authorization, "idempotency-key": key } = request.headers;
  const { message, pageUrl, senderId } = await readJson(request);
  const body = readText(message);
  const id = newId();
  if (key === undefined) return stored(await store("send", SEND, [conversationId, id, senderId, body]));
  const { payload } = await jwtVerify(authorization?.slice("Bearer ".length) ?? "", widgetKey as CryptoKey);
  const { sub, site } = payload;
  const sent =
    conversationId === undefined
      ? await store("start", START_ONCE, [sub, key, id, site, body, newId(), pageUrl])
      : await store("send-once", SEND_ONCE, [sub, key, id, conversationId, body]);
  return stored(sent ?? (await store("find", FIND_BY_KEY, [sub, key])));
}

const server = createServer((request, response) => {
  void respond(request)
    .catch((error: unknown): Response => ({ status: 500, body: { error: String(error) } }))
    .then(({ status, body }) => {
      const text = JSON.stringify(body);
      response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
      response.end(text);
    });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
