type Event = { type: string; createdAt: Date; data: object };

/** Builds the request body, identical byte for byte in every attempt. `timestamp` is when the event happened. */
export const payloadOf = ({ type, createdAt, data }: Event): string =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
