export type Side = "owner" | "visitor";

/** A stream to hold open. The other side's messages of one conversation, or of all of an owner's, arrive on it. */
export type StreamToOpen = { token: string; side: Side };

/** Sends into a conversation. The other side receives it. */
export type Sender = { path: string; token: string; side: Side };

/** A message by its number, and when something happened to it: milliseconds of the clock that all processes share. */
export type Moment = [number: number, at: number];

/** The commands for a process that plays clients, one at a time. */
export type Task =
  /** `fetches`: as the product's clients do, each asks for what it may have missed. */
  | { kind: "open"; port: number; streams: StreamToOpen[]; fetches: boolean }
  | { kind: "send"; port: number; perSecond: number; seconds: number; senders: Sender[] }
  | { kind: "heard" }
  /** Resolves once every stream was cut and is back. */
  | { kind: "return" }
  | { kind: "cut" }
  | { kind: "close" };

/** What the clients met on their way back. An attempt counts if something listened on the port. */
export type Returned = {
  /** When each client was back. */
  backAt: number[];
  attempts: number;
  /** 503 with Retry-After. */
  deferred: number;
  /** Gave up on a connection that nothing came over. */
  gaveUp: number;
  /** Anything else but a stream, by what it was. */
  errors: Record<string, number>;
};

/** `tookMs` has how long each response took. */
export type Sent = { sentAt: Moment[]; tookMs: number[]; slowestMs: number; failures: number; seconds: number };

/** How often a stream was cut so far, and how many clients have none right now. */
export type Cut = { times: number; away: number };

export type Results = {
  open: undefined;
  send: Sent;
  heard: Moment[];
  return: Returned;
  cut: Cut;
  close: undefined;
};

/** The time in milliseconds by the system's monotonic clock, the same in every process. */
export function sharedNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
