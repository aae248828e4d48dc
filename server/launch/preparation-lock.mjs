import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";

const ADDRESS =
  process.platform === "win32" ? `\\\\.\\pipe\\site-inbox-${process.cwd().replace(/\W/g, "-")}` : ".preparing.sock";

/**
 * Keeps two launches in one folder from preparing it at once. A socket is the lock, because it closes with its
 * process. Its path is relative, because it has to be short. Returns a function that releases the lock.
 */
export async function preparationLock() {
  for (;;) {
    const unlock = await tryLock();
    if (unlock) return unlock;
    if (!(await otherEnds()) && process.platform !== "win32") rmSync(ADDRESS, { force: true });
  }
}

function tryLock() {
  const waiting = new Set();
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on("error", () => undefined).on("close", () => waiting.delete(socket));
      socket.resume();
    });
    const unlock = () =>
      new Promise((closed) => {
        server.close(closed);
        // They wait for this, and the server for them.
        for (const socket of waiting) socket.destroy();
      });
    server.once("listening", () => resolve(unlock));
    // If the disk doesn't support sockets, continue without a lock.
    server.once("error", (error) => resolve(error.code === "EADDRINUSE" ? undefined : unlock));
    server.listen(ADDRESS);
    server.unref();
  });
}

/** Waits for the process that holds the lock. False if there isn't one. */
function otherEnds() {
  return new Promise((resolve) => {
    let connected = false;
    const socket = connect(ADDRESS, () => {
      connected = true;
      process.stdout.write("Waiting for another command that prepares this folder...\n");
    });
    socket.on("error", () => undefined).resume();
    socket.once("close", () => resolve(connected));
  });
}
