import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/*
 * The least that files can cost: node:http that pipes a body to the disk, hashes it meanwhile and keeps its first bytes. It's
 * as durable as ours: the file and its name are synced. A file is sent by piping it to the response.
 */
const { FOLDER = "" } = process.env;
const HEAD_BYTES = 4_100;

async function receive(request: IncomingMessage): Promise<object> {
  const path = join(FOLDER, randomUUID());
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  request.on("data", (chunk: Buffer) => {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
    hash.update(chunk);
  });
  await pipeline(request, createWriteStream(path, { flush: true }));
  const id = hash.digest("hex");
  await rename(path, join(FOLDER, id));
  const folder = await open(FOLDER);
  await folder.sync();
  await folder.close();
  return { id, start: head.toString("latin1", 0, 8) };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") return pipeline(createReadStream(join(FOLDER, request.url ?? "")), response);
  const text = JSON.stringify(await receive(request));
  response.writeHead(201, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
