import { join } from "node:path";
import { env } from "../env.ts";
import { processWide } from "../process-wide.ts";
import type { FileStore } from "./file-store.ts";
import { localStore } from "./local-store.ts";
import { type S3Settings, s3Store } from "./s3-store.ts";
import { type Receiving, receiveInto, removeAbandonedFrom, type TemporaryFile } from "./temporary-file.ts";

const filesFolder = () => join(env().DATA_DIR, "files");
const temporaryFolder = () => join(filesFolder(), "tmp");

const bucketOf = (settings: S3Settings) => processWide("bucket for files", () => s3Store(settings))();

/** Returns where this service keeps files, as its settings say: in S3, or in `DATA_DIR`. */
export function fileStore(): FileStore {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = env();
  const { FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret } = env();
  if (!endpoint || !bucket || !keyId || !secret) return localStore(filesFolder());
  return bucketOf({ endpoint, bucket, region, keyId, secret });
}

/**
 * Receives a file from a stream, such as a request's body, into `DATA_DIR`. See `receiveInto` for what it throws. The
 * usual way of a file:
 *
 *     await using received = await receiveFile(request.body, { limit });
 *     await fileStore().put(received, newKey(received.hash));
 */
export const receiveFile = (stream: AsyncIterable<Uint8Array>, options: Receiving): Promise<TemporaryFile> =>
  receiveInto(temporaryFolder(), stream, options);

/** Removes files that were being received when a process was killed. Returns how many there were. */
export const removeAbandonedFiles = (): Promise<number> => removeAbandonedFrom(temporaryFolder());
