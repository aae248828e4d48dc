import { connect, type Socket } from "node:net";

/** Where clamd listens. */
export type Scanner = { host: string; port: number };

export type ScanResult =
  | { result: "clean" }
  /** `name` is the scanner's for what it found. */
  | { result: "infected"; name: string }
  /** It wasn't scanned. `reason` is for the log. */
  | { result: "unavailable"; reason: string };

type Bounds = {
  /** How long the scanner may be silent, once for the content and once for its result. */
  idleMs?: number;
  signal?: AbortSignal;
};

const IDLE_MS = 30_000;
const CHUNK_MAX = 64 * 1024;
const REPLY_MAX = 4_096;
// What clamd's reply to too large a content often gets lost in.
const CUT_OFF = ["EPIPE", "ECONNRESET"];
const PORT_DEFAULT = 3310;
const FORM = "must be a tcp:// address with a host, as in tcp://clamav:3310";

/** Reads the address of a scanner. Returns what's wrong with it, for the operator, if it's none. */
export function readScannerUrl(text: string): Scanner | string {
  const url = URL.parse(text);
  const isBare = url?.pathname === "" || url?.pathname === "/";
  if (url?.protocol !== "tcp:" || url.hostname === "" || !isBare || url.search || url.hash || url.username) return FORM;
  const port = url.port === "" ? PORT_DEFAULT : Number(url.port);
  return port === 0 ? FORM : { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port };
}

/**
 * Sends a content to clamd (INSTREAM), chunk by chunk. Never throws for what the scanner or the network does: a content
 * that couldn't be scanned, or is larger than clamd's `StreamMaxLength`, is `unavailable`. A failure of the content
 * itself is thrown.
 */
export async function scanFile(
  content: AsyncIterable<Uint8Array>,
  { host, port }: Scanner,
  { idleMs = IDLE_MS, signal }: Bounds = {},
): Promise<ScanResult> {
  const socket = connect({ host, port, ...(signal && { signal }) });
  socket.setTimeout(idleMs, () => socket.destroy(new Error("timeout")));
  const reply = readReply(socket);
  try {
    await sendContent(socket, content);
    return readResult(await reply);
  } finally {
    socket.destroy();
  }
}

// Resolves with what clamd says before it closes the connection, or what failed.
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => {
      text += part;
      if (text.includes("\0") || text.length > REPLY_MAX) resolve(text);
    });
    let failure = "the connection was closed without a result";
    socket.on("error", (error) => {
      failure = "code" in error ? String(error.code) : error.message;
      if (CUT_OFF.includes(failure)) failure += ", perhaps because the content is larger than clamd's StreamMaxLength";
    });
    socket.on("close", () => resolve(text.includes("\0") ? text : `${failure} ERROR\0`));
  });
}

// Stops early if clamd closes the connection, as it does with too large a content. Then the reply says why.
async function sendContent(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  const send = (bytes: Uint8Array) =>
    new Promise<boolean>((resolve) => {
      if (socket.destroyed) return resolve(false);
      socket.once("close", closed);
      socket.write(bytes, (error) => {
        socket.off("close", closed);
        resolve(!error);
      });
      function closed() {
        resolve(false);
      }
    });
  if (!(await send(Buffer.from("zINSTREAM\0")))) return;
  for await (const piece of content) {
    for (let at = 0; at < piece.length; at += CHUNK_MAX) {
      const chunk = piece.subarray(at, at + CHUNK_MAX);
      if (!(await send(Buffer.concat([lengthOf(chunk), chunk])))) return;
    }
  }
  await send(lengthOf(new Uint8Array()));
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function readResult(reply: string): ScanResult {
  const [line = ""] = reply.split("\0");
  if (line === "stream: OK") return { result: "clean" };
  const [, name] = /^stream: (.+) FOUND$/.exec(line) ?? [];
  if (name !== undefined) return { result: "infected", name };
  return { result: "unavailable", reason: line.replace(/ ?ERROR$/, "").slice(0, 200) };
}
