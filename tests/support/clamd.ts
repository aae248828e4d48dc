import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Scanner } from "#platform/scan/scan-file.ts";
import { freePort } from "../../server/http/free-port.ts";

type Received = { content: Buffer; chunks: number[] };

/** How the receiver behaves: it replies to what was sent, after what it received or as soon as it's connected. */
type Behavior = { reply?: (received: Received) => string; onConnect?: (socket: Socket) => void };

/** A receiver that speaks clamd's INSTREAM and checks its framing: a breach is a reply of its own. */
export async function startClamd({ reply = () => "stream: OK\0", onConnect }: Behavior = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnect?.(socket);
    if (onConnect) return;
    let bytes = Buffer.alloc(0);
    socket.on("data", (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      const received = readStream(bytes);
      if (received === "more") return;
      socket.end(typeof received === "string" ? `${received} ERROR\0` : reply(received));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const scanner: Scanner = { host: "127.0.0.1", port };
  return {
    scanner,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const COMMAND = "zINSTREAM\0";

function readStream(bytes: Buffer): Received | string {
  const command = bytes.toString("latin1", 0, COMMAND.length);
  if (!COMMAND.startsWith(command)) return "UNKNOWN COMMAND";
  const chunks: Buffer[] = [];
  let at = COMMAND.length;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    at += 4;
    if (length === 0) {
      const isLast = at === bytes.length;
      return isLast
        ? { content: Buffer.concat(chunks), chunks: chunks.map((one) => one.length) }
        : "bytes after the end";
    }
    if (at + length > bytes.length) return "more";
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return "more";
}

/** Starts the real clamd, whose only signature is `virus`, and which accepts at most 1 MiB. It listens a moment later. */
export async function startRealClamd({ program, folder, virus }: { program: string; folder: string; virus: string }) {
  const scanner: Scanner = { host: "127.0.0.1", port: await freePort("127.0.0.1") };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "own.ndb"), `Own.Virus:0:*:${Buffer.from(virus).toString("hex")}\n`);
  const config = join(folder, "clamd.conf");
  await writeFile(
    config,
    `Foreground yes\nTCPAddr ${scanner.host}\nTCPSocket ${scanner.port}\nDatabaseDirectory ${folder}\nStreamMaxLength 1M\n`,
  );
  const child = spawn(program, ["--config-file", config], { stdio: "ignore" });
  const ended = once(child, "exit");
  return {
    scanner,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
