/** A response is longer than its reader accepts. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

type Start = {
  bytes: Buffer;
  /** Why that isn't all: a `TooLongError`, or what the network threw. Null if it's all. */
  failure: unknown;
};

type Body = AsyncIterable<Uint8Array> | null;

/** Reads a response of another server, and at most `bytesMax` of it. */
export async function readStart(body: Body, bytesMax: number): Promise<Start> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const start = () => Buffer.concat(chunks).subarray(0, bytesMax);
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > bytesMax) throw new TooLongError(`more than ${bytesMax} bytes`);
    }
    return { bytes: start(), failure: null };
  } catch (failure) {
    return { bytes: start(), failure };
  }
}

/** Reads a whole response of another server. Throws `TooLongError`, and what the network throws. */
export async function readWhole(body: Body, bytesMax: number): Promise<Buffer> {
  const { bytes, failure } = await readStart(body, bytesMax);
  if (failure !== null) throw failure;
  return bytes;
}
