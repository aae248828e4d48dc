import { randomUUID } from "node:crypto";
import { type LabelJson, LabelListResponse, LabelResponse } from "#lib/desk/labels/schema.ts";
import { ask } from "./api-client.ts";
import type { Owner } from "./factories.ts";

type Fields = { name?: string; color?: string };

/** Creates a label, of a name that no other has unless it's given. */
export async function newLabel({ token }: Owner, fields: Fields = {}): Promise<LabelJson> {
  const body = { name: `Label ${randomUUID().slice(0, 8)}`, ...fields };
  return (await ask(LabelResponse, 201, "POST", "/labels", { token, body })).label;
}

export const labelsOf = async ({ token }: Owner): Promise<LabelJson[]> =>
  (await ask(LabelListResponse, 200, "GET", "/labels", { token })).labels;
