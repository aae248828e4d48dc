type Side = "owner" | "visitor";

/** A stream to hold open. */
export type StreamToOpen = { path: string; token: string; side: Side };

/** Where a message is sent to, and who hears of it: the other side. */
export type Sender = { path: string; token: string; side: Side };

/** The commands for the process that plays the clients, in order. */
export type Task =
  | { kind: "open"; port: number; streams: StreamToOpen[] }
  | { kind: "send"; perSecond: number; seconds: number; senders: Sender[] }
  /** Resolves once every stream was cut and is back. */
  | { kind: "return" }
  | { kind: "close" };

export type Sent = { latencies: number[]; sent: number; heard: number; seconds: number };
export type Returned = { backAt: number; refusals: string[] };
