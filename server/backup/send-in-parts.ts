import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { elementOf, readText, type S3Client } from "#platform/storage/s3-client.ts";
import { StorageError } from "#platform/storage/storage-error.ts";

const PART_BYTES = 16 * 1024 * 1024;
// S3 takes 10,000 parts: with these sizes, 600 GB.
const DOUBLED_EVERY = 2_500;
const SLICE_BYTES = 65_536;
// It puts all parts together before it responds.
const COMPLETE_MS = 300_000;
const LIST_BYTES_MAX = 4 * 1024 * 1024;
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

/**
 * Sends what a stream yields to a bucket, in parts that fit into memory, each with its SHA-256. Nothing is there before all of
 * them are.
 */
export async function sendInParts(
  client: S3Client,
  key: string,
  pieces: AsyncIterable<Buffer>,
  partBytes = PART_BYTES,
): Promise<void> {
  const object = `/${key}`;
  const begun = await client.call({ method: "POST", path: `${object}?uploads=` });
  const id = elementOf(await readText(begun.body), "UploadId");
  if (id === "") throw new StorageError("unavailable", "S3 POST: it named no upload");
  try {
    const tags: string[] = [];
    let size = 0;
    for await (const part of inParts(pieces, partBytes)) {
      tags.push(await sendPart(client, `${object}?${query({ partNumber: tags.length + 1, uploadId: id })}`, part));
      size += part.length;
    }
    await complete(client, { object, id, tags, size });
  } catch (error) {
    await abandon(client, object, id).catch(() => undefined);
    throw error;
  }
}

const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Yields at least one part. */
async function* inParts(pieces: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  let parts = 0;
  const most = () => partBytes * 2 ** Math.floor(parts / DOUBLED_EVERY);
  for await (const piece of pieces) {
    let rest = piece;
    while (length + rest.length >= most()) {
      const cut = most() - length;
      yield Buffer.concat([...waiting, rest.subarray(0, cut)]);
      parts += 1;
      rest = rest.subarray(cut);
      waiting = [];
      length = 0;
    }
    waiting.push(rest);
    length += rest.length;
  }
  if (length > 0 || parts === 0) yield Buffer.concat(waiting);
}

async function sendPart(client: S3Client, path: string, part: Buffer): Promise<string> {
  const response = await client.call({ method: "PUT", path, ...bodyOf(part) });
  await response.body.dump();
  return String(response.headers.etag);
}

const bodyOf = (bytes: Buffer) => ({
  headers: { "content-length": String(bytes.length) },
  bodyHash: createHash("sha256").update(bytes).digest("hex"),
  body: () => Readable.from(slicesOf(bytes)),
});

// Each is a sign that the bucket still reads, however slow the network is.
function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

type Complete = { object: string; id: string; tags: string[]; size: number };

async function complete(client: S3Client, { object, id, tags, size }: Complete): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  try {
    const path = `${object}?${query({ uploadId: id })}`;
    const response = await client.call({ method: "POST", path, ...bodyOf(body), idleMs: COMPLETE_MS });
    // S3 may begin to respond before it knows whether it worked.
    const text = await readText(response.body);
    if (text.includes("<Error>")) throw new StorageError("unavailable", `S3 POST: ${elementOf(text, "Code")}`);
  } catch (error) {
    // The first request may have done it, and its response was lost.
    const isGone = error instanceof StorageError && error.failure === "gone";
    if (!isGone || !(await hasObject(client, object, size))) throw error;
  }
}

async function hasObject(client: S3Client, object: string, size: number): Promise<boolean> {
  const response = await client.call({ method: "HEAD", path: object });
  await response.body.dump();
  return Number(response.headers["content-length"]) === size;
}

async function abandon(client: S3Client, object: string, id: string): Promise<void> {
  const response = await client.call({ method: "DELETE", path: `${object}?${query({ uploadId: id })}` });
  await response.body.dump();
}

/** Removes what killed processes sent a day or longer ago: a bucket keeps, and charges for, the parts of unfinished uploads. */
export async function removeUnfinished(
  client: S3Client,
  prefix: string,
  isOurs: (key: string) => boolean,
  now = Date.now(),
): Promise<void> {
  const response = await client.call({ method: "GET", path: `?${query({ uploads: "", prefix })}` });
  const page = await readText(response.body, LIST_BYTES_MAX);
  for (const upload of page.split("<Upload>").slice(1)) {
    const key = elementOf(upload, "Key");
    const begunAt = new Date(elementOf(upload, "Initiated")).getTime();
    if (isOurs(key) && begunAt < now - ABANDONED_MS) await abandon(client, `/${key}`, elementOf(upload, "UploadId"));
  }
}
