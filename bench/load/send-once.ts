import { setTimeout as pause } from "node:timers/promises";
import { LoadConnection } from "./connection.ts";

const CONNECTIONS = 8;

type Sending = {
  port: number;
  requests: string[];
  /** Over which time they're spread; 0 for one after the other. */
  withinMs: number;
};

/** Sends each request once, and expects them all to be stored. */
export async function sendOnce({ port, requests, withinMs }: Sending): Promise<void> {
  const started = performance.now();
  const run = async (_: unknown, first: number) => {
    const connection = await LoadConnection.open(port);
    for (let at = first; at < requests.length; at += CONNECTIONS) {
      const wait = started + (withinMs * at) / requests.length - performance.now();
      if (wait > 0) await pause(wait);
      const response = await connection.ask(Buffer.from(requests[at] ?? ""));
      if (!response.toString("latin1").startsWith("HTTP/1.1 201")) throw new Error(`unexpected response: ${response}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, run));
}
