import { Transform } from "node:stream";

const HEADER_MAX = 2 * 1024 ** 2;
// A line takes memory besides its bytes, so a short one counts as much as this.
const LINE_MIN = 64;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Returns a stream that leaves out the lines of a mail's header past 2 MiB, and passes on everything else. */
export function dropLateHeaders(): Transform {
  let isHeader = true;
  let cost = 0;
  let lineLength = 0;
  let isDropping = false;

  /** Returns what's kept of the header in a chunk, up to where the body begins. */
  function readHeader(chunk: Buffer): { kept: Buffer[]; end: number } {
    const kept: Buffer[] = [];
    let at = 0;
    while (isHeader && at < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline < 0 ? chunk.length : newline + 1;
      const piece = chunk.subarray(at, end);
      const isEmpty = newline >= 0 && lineLength + piece.length - (piece.at(-2) === RETURN ? 1 : 0) === 1;
      if (lineLength === 0) isDropping = !isEmpty && cost + Math.max(piece.length, LINE_MIN) > HEADER_MAX;
      lineLength += piece.length;
      // A line that's too long ends where the limit is.
      if (!isDropping && cost + lineLength > HEADER_MAX && newline < 0) isDropping = true;
      if (!isDropping || (newline >= 0 && lineLength > piece.length && cost < HEADER_MAX)) kept.push(piece);
      if (newline >= 0) {
        cost += Math.max(lineLength, LINE_MIN);
        lineLength = 0;
      }
      if (isEmpty) isHeader = false;
      at = end;
    }
    return { kept, end: at };
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const { kept, end } = isHeader ? readHeader(chunk) : { kept: [], end: 0 };
      done(null, Buffer.concat([...kept, chunk.subarray(end)]));
    },
  });
}
