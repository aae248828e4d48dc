import { randomUUID } from "node:crypto";
import {
  type ViewCount,
  ViewCountsResponse,
  type ViewJson,
  ViewListResponse,
  ViewResponse,
} from "#lib/desk/views/schema.ts";
import { ask } from "./api-client.ts";
import type { Owner } from "./factories.ts";

type Caller = Pick<Owner, "token">;

/** Creates a view of the open conversations, of a name that no other has unless it's given. */
export async function newView({ token }: Caller, fields: object = {}): Promise<ViewJson> {
  const body = { name: `View ${randomUUID().slice(0, 8)}`, filter: { status: "open", snoozed: "false" }, ...fields };
  return (await ask(ViewResponse, 201, "POST", "/views", { token, body })).view;
}

export const viewsOf = async ({ token }: Caller): Promise<ViewJson[]> =>
  (await ask(ViewListResponse, 200, "GET", "/views", { token })).views;

export const viewCountsOf = async ({ token }: Caller): Promise<ViewCount[]> =>
  (await ask(ViewCountsResponse, 200, "GET", "/views/counts", { token })).counts;
