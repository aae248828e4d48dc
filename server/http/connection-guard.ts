import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { env } from "#platform/env.ts";
import { type NetworkKey, networkKeys } from "#platform/limits/keys.ts";
import { log } from "#platform/log.ts";
import { connectionsWithin, openFileLimit } from "#platform/open-files.ts";
import { hasBody } from "./body-time.ts";
import { WaitingConnections } from "./waiting-connections.ts";

// So that it doesn't stop and start all the time.
const RESUME_BELOW = 0.97;
// How many of a process's connections may wait for the clients of one network.
const NETWORK_SHARE = 1 / 16;

/**
 * Closes connections that wait for their clients, the oldest first, if a network has more than its share or the process nearly
 * runs out of files. If none waits, it stops accepting connections, and starts again once some have closed. Other
 * processes that share the port get the connections meanwhile; without others, clients are refused immediately and
 * try again. The returned function ends that.
 */
export function guardConnections(server: Server, listen: () => void): () => void {
  const most = connectionsWithin(openFileLimit());
  let open = 0;
  let isFull = false;
  const closeOldest = shareConnections(server, Math.ceil(most * NETWORK_SHARE));

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
    if (open >= most && !isFull && !closeOldest()) stopAccepting();
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

/** Gives each network a share of the connections that wait. Returns what closes the oldest of all networks. */
function shareConnections(server: Server, share: number): () => boolean {
  const waiting = new WaitingConnections(share);
  const networksOf = new WeakMap<Socket, NetworkKey[]>();
  server.on("connection", (socket) => {
    const networks = networksOfPeer(socket);
    if (networks.length === 0) return;
    networksOf.set(socket, networks);
    waiting.add(socket, networks);
    socket.once("close", () => waiting.remove(socket, networks));
  });
  const follow = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const networks = networksOf.get(socket);
    if (!networks) return;
    const received = () => {
      if (!response.closed) waiting.remove(socket, networks);
    };
    if (hasBody(request)) request.once("end", received);
    else received();
    response.once("close", () => {
      if (!socket.destroyed) waiting.add(socket, networks);
    });
  };
  server.on("request", follow);
  server.on("checkContinue", follow);
  return () => waiting.closeOldest();
}

// A proxy's connections are everyone's.
const networksOfPeer = ({ remoteAddress }: Socket): NetworkKey[] =>
  env().TRUSTED_PROXY_HOPS > 0 ? [] : networkKeys(remoteAddress ?? null);
