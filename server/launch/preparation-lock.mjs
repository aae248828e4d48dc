import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";

const ADDRESS =
  process.platform === "win32" ? `\\\\.\\pipe\\site-inbox-${process.cwd().replace(/\W/g, "-")}` : ".preparing.sock";

/**
 * Keeps two launches of one folder from preparing it at once. A socket is the lock, because it closes with its process;
 * relative, because a socket's path has to be short. Returns a function that releases the lock.
 */
export async function preparationLock() {
  for (;;) {
    const server = await listen();
    if (server) return () => new Promise((resolve) => server.close(resolve));
    if (!(await otherEnds()) && process.platform !== "win32") rmSync(ADDRESS, { force: true });
  }
}

function listen() {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.on("error", () => undefined).resume());
    server.once("listening", () => resolve(server));
    // A disk that holds no sockets holds no lock either: go on without.
    server.once("error", (error) => resolve(error.code === "EADDRINUSE" ? undefined : server));
    server.listen(ADDRESS);
    server.unref();
  });
}

/** Waits for the process that holds the lock; false if none does. */
function otherEnds() {
  return new Promise((resolve) => {
    let connected = false;
    const socket = connect(ADDRESS, () => {
      connected = true;
    });
    socket.on("error", () => undefined).resume();
    socket.once("close", () => resolve(connected));
  });
}
