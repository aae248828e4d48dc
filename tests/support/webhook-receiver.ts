import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createSocketServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as it came in. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; bytes: Buffer };

/** Responds to a request; stays silent if it doesn't end the response. */
type Behavior = (received: Received, response: Parameters<RequestListener>[1]) => void;

type Options = { tls?: { key: string; cert: string } };

/** A foreign server, on a port of 127.0.0.1, that records requests. It responds with 204 unless a test changes that. */
export async function startReceiver(
  behave: Behavior = (_, response) => response.writeHead(204).end(),
  { tls }: Options = {},
) {
  const received: Received[] = [];
  const came = new EventEmitter();
  let behavior = behave;
  const listener: RequestListener = async (request, response) => {
    response.on("error", () => undefined);
    const { method = "", url: path = "", headers } = request;
    const bytes = await buffer(request).catch(() => Buffer.alloc(0));
    const one = { method, path, headers, body: bytes.toString(), bytes };
    received.push(one);
    came.emit("request");
    behavior(one, response);
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  const { port, close } = await listen(server);
  return {
    port,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    received,
    /** Responds differently from now on. */
    behave(next: Behavior) {
      behavior = next;
    },
    /** All that it was sent, once that is so much. */
    async receives(count: number): Promise<Received[]> {
      while (received.length < count) await once(came, "request");
      return received;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A server that speaks another protocol than HTTP, or none. */
export async function startSocketServer(onConnection: (socket: Socket) => void) {
  const { port, close } = await listen(createSocketServer(onConnection));
  return { port, url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

// The system gives out a port again once it's free, so a delivery to one test's receiver could reach another test's. Each
// receiver has a port of its own: a range for each process, above the ports that connections come from.
const PORTS = { first: 61_000, all: 4_500, ofProcess: 97 };
let receivers = Number(process.env.TEST_WORKER_INDEX ?? 0) * PORTS.ofProcess;

async function listenOnOwnPort(server: Server): Promise<number> {
  const port = PORTS.first + (receivers++ % PORTS.all);
  server.listen(port, "127.0.0.1");
  const isTaken = await once(server, "listening").then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") throw error;
      return true;
    },
  );
  return isTaken ? listenOnOwnPort(server) : port;
}

async function listen(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    socket.on("error", () => undefined);
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const port = await listenOnOwnPort(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, close };
}
