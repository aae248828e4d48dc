import { randomUUIDv7 } from "node:crypto";
import { toMessageJson } from "#lib/messages/json.ts";
import type { MessageRow } from "#lib/messages/queries.ts";
import { storeFirstMessage, storeVisitorMessage } from "#lib/messages/statements.ts";
import { type Asked, type Handler, readJson, readText } from "./answer.ts";
import { fixedStatement } from "./fixed-statement.ts";
import { SAMPLE, SENDING_PLACES, type Sending, sampleMessage, sampleVisitor } from "./sample.ts";
import { bearer, verify } from "./tokens.ts";

const NOBODY_IN_PARTICULAR = { label: null, name: null, email: null, addressHash: null, addressHashes: [] };

const storeMessage = fixedStatement(
  storeVisitorMessage(sampleVisitor, SAMPLE.conversationId, sampleMessage, NOBODY_IN_PARTICULAR, null),
  SENDING_PLACES,
  "store-message",
);
const storeFirst = fixedStatement(
  storeFirstMessage(sampleVisitor, sampleMessage, { ...NOBODY_IN_PARTICULAR, pageUrl: SAMPLE.pageUrl }, null),
  SENDING_PLACES,
  "store-first-message",
);

const MESSAGE_MAX = 4000;
const PAGE_URL_MAX = 1000;

async function readSending({ request, path }: Asked): Promise<Sending> {
  const claims = await verify("widget", bearer(request.headers.authorization));
  const body = await readJson(request);
  return {
    visitorId: String(claims.sub),
    siteId: String(claims.site),
    conversationId: path[3] ?? "",
    messageId: randomUUIDv7(),
    body: readText(body.message, MESSAGE_MAX),
    key: readText(request.headers["idempotency-key"], 255),
    pageUrl: body.pageUrl === undefined ? null : readText(body.pageUrl, PAGE_URL_MAX),
  };
}

/** POST /public/conversations/{id}/messages */
export const sendMessage: Handler = async (asked) => {
  const { rows } = await asked.pool.query<MessageRow>(storeMessage(await readSending(asked)));
  const [row] = rows;
  return row ? { status: 201, body: { message: toMessageJson(row) } } : { status: 404, body: {} };
};

/** POST /public/conversations */
export const startConversation: Handler = async (asked) => {
  const sending = await readSending(asked);
  const { rows } = await asked.pool.query<MessageRow>(storeFirst(sending));
  const [row] = rows;
  if (!row) return { status: 404, body: {} };
  const { visitorId } = sending;
  return { status: 201, body: { conversationId: row.conversationId, visitorId, message: toMessageJson(row) } };
};
