import type { OwnerEvent, VisitorEvent } from "#lib/live-updates/schema.ts";

const encoder = new TextEncoder();

/** One event as it goes over the wire (WHATWG HTML, section "Server-sent events"). JSON has no line break in it. */
function frame(name: string, data: object, id?: string): Uint8Array {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

export function ownerFrame<Name extends keyof OwnerEvent>(name: Name, data: OwnerEvent[Name], id?: string): Uint8Array {
  return frame(name, data, id);
}

export function visitorFrame<Name extends keyof VisitorEvent>(
  name: Name,
  data: VisitorEvent[Name],
  id?: string,
): Uint8Array {
  return frame(name, data, id);
}

export const READY = frame("ready", {});
export const RESYNC = frame("resync", {});

/** A comment: it keeps proxies from closing a silent stream, and tells the client that it lives. */
export const HEARTBEAT = encoder.encode(":\n\n");
