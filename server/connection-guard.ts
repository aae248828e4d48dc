import type { Server } from "node:http";
import { log } from "#platform/log.ts";
import { connectionsWithin, openFileLimit } from "#platform/open-files.ts";

// So that it doesn't stop and start all the time.
const RESUME_BELOW = 0.97;

/**
 * Stops accepting connections before the process runs out of files, and starts again once some have closed. Other
 * processes that share the port get the connections meanwhile; without others, clients are refused immediately and
 * try again. The returned function ends that.
 */
export function guardConnections(server: Server, listen: () => void): () => void {
  const most = connectionsWithin(openFileLimit());
  let open = 0;
  let isFull = false;

  const stopAccepting = () => {
    isFull = true;
    log().warn(
      { connections: open },
      "as many connections as this process's open files allow, so it accepts no others",
    );
    // This also closes the connections that no request is using.
    server.close();
  };
  const resume = () => {
    if (!isFull || open > most * RESUME_BELOW) return;
    isFull = false;
    log().info({ connections: open }, "accepting connections again");
    listen();
  };
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
      resume();
    });
    if (open >= most && !isFull) stopAccepting();
  });
  // Listening again may fail. The next connection that closes brings another try.
  server.on("error", (error) => {
    log().error({ err: error }, "accepting connections again failed");
    isFull = true;
  });
  return () => {
    isFull = false;
  };
}
