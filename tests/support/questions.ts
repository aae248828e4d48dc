import type { Question } from "#lib/sites/sites/questions.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask } from "./api-client.ts";
import type { Owner } from "./factories.ts";

type Asked = Pick<Question, "key" | "label"> & Partial<Question>;

/** Sets what a site's visitors are asked. */
export const askVisitors = async ({ token }: Owner, site: { id: string }, ...questions: Asked[]): Promise<Question[]> =>
  (await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token, body: { questions } })).site.questions;

/** A question that has to be answered. */
export const ORDER = { key: "order", label: "Order number", required: true } as const;
