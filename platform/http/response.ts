import type { EventStream } from "../live/event-stream.ts";
import type { Download } from "./download.ts";

/** Fields by their names, each always spelled the same. Headers would check and sort them for every response. */
export type ResponseHeaders = Map<string, string | string[]>;

/** A response that our own server writes directly, which costs less time and memory than a Response. */
export type HttpResponse = { status: number; headers: ResponseHeaders; body: string | EventStream | Download | null };

export function toResponse({ status, headers, body }: HttpResponse): Response {
  const content = typeof body === "string" || body === null ? body : body.toWebStream();
  const fields = [...headers].flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
  return new Response(content as BodyInit | null, { status, headers: fields });
}
