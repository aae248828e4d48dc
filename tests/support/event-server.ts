import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type EventRequest = { request: IncomingMessage; response: ServerResponse };

export type EventServer = {
  url: string;
  /** Every request for the stream so far. */
  requests: EventRequest[];
  /** The next request that no call of this has given out yet. */
  next: () => Promise<EventRequest>;
  close: () => Promise<void>;
};

/** A server of the test's own, which says byte by byte what a stream holds. */
export async function startEventServer(): Promise<EventServer> {
  const requests: EventRequest[] = [];
  let given = 0;
  let onRequest = () => {};
  const server = createServer((request, response) => {
    requests.push({ request, response });
    onRequest();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the event server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/events`,
    requests,
    next: async () => {
      for (;;) {
        const found = requests[given];
        if (found) {
          given++;
          return found;
        }
        await new Promise<void>((resolve) => {
          onRequest = resolve;
        });
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Begins a stream the way our server does. */
export function beginStream({ response }: EventRequest, ...parts: (string | Uint8Array)[]): ServerResponse {
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  for (const part of parts) response.write(part);
  return response;
}

export const READY = "event: ready\ndata: {}\n\n";

export function sse(type: string, data: unknown): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
