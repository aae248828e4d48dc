const encoder = new TextEncoder();

/** Encodes one event as it's sent (WHATWG HTML, section "Server-sent events"). JSON contains no line break. */
export function sseFrame(name: string, data: object, id?: string): Uint8Array {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const RESYNC = sseFrame("resync", {});

/**
 * The first event of a stream. `retryMs` is when to come back after the stream is cut, a time of this client's own, so
 * that clients that are cut together return one after the other.
 */
export const readyFrame = (data: object, retryMs: number): Uint8Array =>
  encoder.encode(`retry: ${retryMs}\nevent: ready\ndata: ${JSON.stringify(data)}\n\n`);

/** A comment: it keeps proxies from closing a silent stream, and shows the client that the stream is alive. */
export const heartbeatFrame = (retryMs: number): Uint8Array => encoder.encode(`:\nretry: ${retryMs}\n\n`);
