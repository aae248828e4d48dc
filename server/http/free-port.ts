import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";

// Systems use the ports above these for outgoing connections, which may take one before it's used.
const LOWEST = 10_000;
const ABOVE_HIGHEST = 32_768;
const TRIES = 20;

/** Returns a port that's free at this moment. */
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

/** Listens for an instant to check that an address can be used. Throws the system's error if it can't. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/**
 * Returns whether something accepts connections on a port. Listening there to find out would reset the connection of a
 * client that returns at that moment, as thousands do after a restart.
 */
export async function isPortTaken(port: number, host: string): Promise<boolean> {
  const anyHost: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const socket = connect(port, anyHost[host] ?? host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
