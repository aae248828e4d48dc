import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import {
  type ScheduledReplyJson,
  ScheduledReplyListResponse,
  ScheduledReplyResponse,
} from "#lib/desk/scheduled-replies/schema.ts";
import { ask, type Call } from "./api-client.ts";
import type { Owner } from "./factories.ts";
import { sql } from "./stored-rows.ts";

type Writer = Pick<Owner, "token">;

export const scheduledPath = (conversationId: string, id?: string) =>
  `/conversations/${conversationId}/scheduled-replies${id === undefined ? "" : `/${id}`}`;

/** A reply in an hour, unless the body says when. */
export const laterCall = ({ token }: Writer, body: object, key: string = randomUUID()): Call => ({
  token,
  body: { message: "See you tomorrow.", ...("holdSeconds" in body ? {} : { sendAt: inAnHour() }), ...body },
  headers: { "Idempotency-Key": key },
});

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Schedules a reply. */
export async function schedule(
  writer: Writer,
  id: string,
  body: object = {},
  key?: string,
): Promise<ScheduledReplyJson> {
  const call = laterCall(writer, body, key);
  return (await ask(ScheduledReplyResponse, 201, "POST", scheduledPath(id), call)).scheduledReply;
}

export async function scheduledOf({ token }: Writer, id: string): Promise<ScheduledReplyJson[]> {
  return (await ask(ScheduledReplyListResponse, 200, "GET", scheduledPath(id), { token })).scheduledReplies;
}

export async function takeBack(
  { token }: Writer,
  { conversationId, id }: ScheduledReplyJson,
): Promise<ScheduledReplyJson> {
  return (await ask(ScheduledReplyResponse, 200, "DELETE", scheduledPath(conversationId, id), { token }))
    .scheduledReply;
}

/** Has scheduled replies be due now, as their time would, in the order of these. */
export async function letBeDue(...replies: ScheduledReplyJson[]): Promise<void> {
  const times = replies.map((_, at) => new Date(Date.now() - 1_000 + at));
  await sql(
    `UPDATE scheduled_replies r SET send_at = due.at, try_at = due.at
     FROM unnest($1::uuid[], $2::timestamptz[]) AS due (id, at) WHERE r.id = due.id`,
    [replies.map(({ id }) => id), times],
  );
}

/** Waits until a reply was stopped, and returns why. */
export async function stopOf(reader: Writer, { conversationId, id }: ScheduledReplyJson): Promise<string | undefined> {
  const find = async () => (await scheduledOf(reader, conversationId)).find((one) => one.id === id);
  await expect.poll(async () => (await find())?.state, { timeout: 15_000 }).toBe("stopped");
  return (await find())?.reason;
}
