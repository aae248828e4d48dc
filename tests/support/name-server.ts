import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const [HEADER, A, TXT, AAAA] = [12, 1, 16, 28];
const RESPONSE = 0x8180;
const NO_SUCH_NAME = 3;

/** Returns a name's addresses of both kinds and its texts (TXT), null if the name doesn't exist, or undefined for no response. */
type Lookup = (name: string) => readonly string[] | null | undefined;

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString("ascii", at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A text in pieces of at most 255 bytes, each after its length. */
const textBytes = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? []).map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
  );

function reply(query: Buffer, known: readonly string[] | null): Buffer {
  const { type, end } = readQuestion(query);
  const families = new Map([
    [A, 4],
    [AAAA, 6],
    [TXT, 0],
  ]);
  const records = (known ?? [])
    .filter((value) => isIP(value) === families.get(type))
    .map((value) => {
      const bytes = type === TXT ? textBytes(value) : Buffer.from(ipaddr.parse(value).toByteArray());
      // The name as in the question, of the same type, in the internet's class, good for no time at all.
      const head = Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0, bytes.length >> 8, bytes.length & 0xff]);
      return Buffer.concat([head, bytes]);
    });
  const message = Buffer.concat([query.subarray(0, end), ...records]);
  message.writeUInt16BE(RESPONSE | (known ? 0 : NO_SUCH_NAME), 2);
  message.writeUInt16BE(records.length, 6);
  message.writeUInt32BE(0, 8);
  return message;
}

/** A name server whose every response the test chooses. */
export async function startNameServer(lookUp: Lookup) {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, { address, port }) => {
    const { name } = readQuestion(query);
    asked.push(name);
    const known = lookUp(name);
    if (known !== undefined) socket.send(reply(query, known), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const close = () => new Promise<void>((resolve) => socket.close(() => resolve()));
  return { server: `127.0.0.1:${socket.address().port}`, asked, [Symbol.asyncDispose]: close };
}
