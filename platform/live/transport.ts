/** A way by which what one process says reaches every process of the same database, itself too. */
export type Transport = {
  readonly payloadMaxBytes: number;
  send(payload: string): Promise<void>;
  /** Opens a connection that hears. It gives up by itself, and `onLost` may be called more than once. */
  listen(onPayload: (payload: string) => void, onLost: (error: Error) => void): Promise<Listening>;
};

export type Listening = {
  /** Rejects when the connection is dead without having said so. */
  check(): Promise<void>;
  close(): Promise<void>;
};
