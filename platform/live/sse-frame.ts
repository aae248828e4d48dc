const encoder = new TextEncoder();

/** Encodes one event as it's sent (WHATWG HTML, section "Server-sent events"). JSON contains no line break. */
export function sseFrame(name: string, data: object, id?: string): Uint8Array {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const READY = sseFrame("ready", {});
export const RESYNC = sseFrame("resync", {});

/** A comment: it keeps proxies from closing a silent stream, and shows the client that the stream is alive. */
export const HEARTBEAT = encoder.encode(":\n\n");
