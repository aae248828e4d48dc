/** Broadcasts what one process sends to every process of the same database, itself included. */
export type Transport = {
  readonly payloadMaxBytes: number;
  send(payload: string): Promise<void>;
  /** Opens a listening connection. It fails on its own after a while, and may call `onLost` more than once. */
  listen(onPayload: (payload: string) => void, onLost: (error: Error) => void): Promise<Listening>;
};

export type Listening = {
  /** Rejects if the connection died silently. */
  check(): Promise<void>;
  close(): Promise<void>;
};
