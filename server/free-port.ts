import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Systems give the ports above these to outgoing connections, which may take one between now and the moment it is used.
const LOWEST = 10_000;
const ABOVE_HIGHEST = 32_768;
const TRIES = 20;

/** A port that nobody listens on at this moment. */
export async function freePort(host: string): Promise<number> {
  for (let left = TRIES; ; left -= 1) {
    const port = randomInt(LOWEST, ABOVE_HIGHEST);
    try {
      await tryPort(port, host);
      return port;
    } catch (error) {
      if (left === 1 || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}

/** Listens for an instant, to learn whether a port can be had. Fails with the system's error when not. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
