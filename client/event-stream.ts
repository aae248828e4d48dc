import type { Clock } from "./clock.ts";
import { createEventParser } from "./event-parser.ts";
import type { WireEvent } from "./live-event.ts";

/** How long until the response starts, and then until its first byte. A proxy that buffers delivers neither. */
const FIRST_BYTE_MS = 10_000;
/** The server sends something every 20 s. After twice that, the connection is dead. */
const SILENCE_MS = 45_000;

/**
 * Why a stream ended. "closed": the server ended it; "status": the server, or without `isOurs` a proxy, rejected it;
 * "silent": nothing arrived in time; "strange": the response isn't an event stream.
 */
export type StreamEnd =
  | {
      reason: "stopped" | "network" | "closed" | "silent" | "strange";
      status?: undefined;
      retryAfterMs?: undefined;
      isOurs?: undefined;
    }
  | { reason: "status"; status: number; retryAfterMs: number; isOurs: boolean };

export type StreamOptions = {
  url: string;
  headers: Record<string, string>;
  credentials: RequestCredentials;
  fetch: typeof fetch;
  clock: Clock;
  signal: AbortSignal;
  onBytes: () => void;
  onEvent: (event: WireEvent) => void;
};

/** Reads one stream of server-sent events to its end. After the signal, it emits nothing. */
export async function readEventStream(options: StreamOptions): Promise<StreamEnd> {
  const { clock, signal, onBytes, onEvent } = options;
  const request = new AbortController();
  let end: StreamEnd = { reason: "network" };
  let cancelTimer = () => {};

  const giveUp = (reason: StreamEnd & { reason: "stopped" | "silent" | "strange" }) => {
    end = reason;
    request.abort();
  };
  const expectBytes = (ms: number) => {
    cancelTimer();
    cancelTimer = clock.after(ms, () => giveUp({ reason: "silent" }));
  };
  const onStop = () => giveUp({ reason: "stopped" });
  const parse = createEventParser(({ type, data }) => {
    if (request.signal.aborted) return;
    const value = readJson(data);
    if (value === undefined) giveUp({ reason: "strange" });
    else onEvent({ type, data: value });
  });

  signal.addEventListener("abort", onStop);
  try {
    if (signal.aborted) return { reason: "stopped" };
    expectBytes(FIRST_BYTE_MS);
    const response = await options.fetch(options.url, {
      headers: { Accept: "text/event-stream", ...options.headers },
      credentials: options.credentials,
      cache: "no-store",
      signal: request.signal,
    });
    if (response.status !== 200) return refusal(response);
    if (!response.body || !hasType(response.headers, "text/event-stream")) return { reason: "strange" };
    expectBytes(FIRST_BYTE_MS);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (request.signal.aborted) return end;
      if (done) return { reason: "closed" };
      expectBytes(SILENCE_MS);
      onBytes();
      parse(decoder.decode(value, { stream: true }));
    }
  } catch {
    return end;
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", onStop);
    // Doesn't wait for the rest of the response.
    request.abort();
  }
}

function refusal({ status, headers }: Response): StreamEnd {
  const seconds = Number(headers.get("Retry-After"));
  const isOurs = hasType(headers, "application/problem+json");
  return { reason: "status", status, retryAfterMs: seconds > 0 ? seconds * 1000 : 0, isOurs };
}

function hasType(headers: Headers, type: string): boolean {
  return headers.get("Content-Type")?.startsWith(type) ?? false;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
