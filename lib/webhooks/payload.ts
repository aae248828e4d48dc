type Event = { type: string; createdAt: Date; data: object };

/** What a receiver is sent, the same to the byte in every attempt: `timestamp` is when it happened. */
export const payloadOf = ({ type, createdAt, data }: Event): string =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
