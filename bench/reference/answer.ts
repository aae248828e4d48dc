import type { IncomingMessage } from "node:http";
import type { Pool } from "pg";

/** What a handler of the reference gets, and what it returns. */
export type Asked = { request: IncomingMessage; path: string[]; search: URLSearchParams; pool: Pool };
export type Answer = { status: number; body: unknown };
export type Handler = (asked: Asked) => Promise<Answer>;

const BODY_MAX_BYTES = 65_536;

/** The JSON object that a request carries; throws for one that is too large, or none. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof value !== "object" || value === null) throw new Error("the body is no object");
  return value as Record<string, unknown>;
}

/** A text of a body, within a length; throws for anything else. */
export function readText(value: unknown, longest: number): string {
  if (typeof value !== "string" || value.trim() === "" || value.length > longest) throw new Error("a text is wrong");
  return value;
}
