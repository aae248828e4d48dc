import type { EventStream } from "../live/event-stream.ts";
import type { Download } from "./download.ts";

/** An answer before it is a Response, which our own server writes as it is: that costs less, and less memory. */
export type HttpResponse = { status: number; headers: Headers; body: string | EventStream | Download | null };

export function toResponse({ status, headers, body }: HttpResponse): Response {
  const content = typeof body === "string" || body === null ? body : body.toWebStream();
  return new Response(content as BodyInit | null, { status, headers });
}
