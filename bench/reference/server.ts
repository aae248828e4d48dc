import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { provideEnv, readSettings } from "#platform/env.ts";
import type { Answer, Asked, Handler } from "./answer.ts";
import { listInbox } from "./inbox.ts";
import { sendMessage, startConversation } from "./send.ts";
import { openWidgetSession } from "./widget-session.ts";

/*
 * What the service is held against: node:http and pg, the same tables and statements, the same check of tokens, JSON in and
 * out, a check of the input by hand. No router, no schemas, no log, no request id, no events.
 */
const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
provideEnv({ ...readSettings(), DATABASE_URL, AUTH_SECRET });

const pool = new Pool({ connectionString: DATABASE_URL, max: 20 });

function handlerOf(method: string | undefined, path: string[]): Handler | undefined {
  if (method === "GET" && path[1] === "conversations") return listInbox;
  if (method !== "POST" || path[1] !== "public") return undefined;
  if (path[2] === "widget-session") return openWidgetSession;
  return path[4] === "messages" ? sendMessage : startConversation;
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const [path = "", query] = (request.url ?? "/").split("?");
  const asked: Asked = { request, path: path.split("/"), search: new URLSearchParams(query), pool };
  const handler = handlerOf(request.method, asked.path);
  return handler ? handler(asked) : { status: 404, body: {} };
}

const server = createServer((request, response) => {
  void answer(request)
    .catch((error: unknown): Answer => ({ status: 500, body: { error: String(error) } }))
    .then(({ status, body }) => {
      const text = JSON.stringify(body);
      response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
      response.end(text);
    });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
