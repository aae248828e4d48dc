import { join } from "node:path";
import { type Env, env } from "../env.ts";
import { processWide } from "../process-wide.ts";
import type { FileStore } from "./file-store.ts";
import { localStore } from "./local-store.ts";
import { s3Store } from "./s3-store.ts";
import { type Receiving, receiveInto, removeAbandonedFrom, type TemporaryFile } from "./temporary-file.ts";

type StorageSettings = Pick<Env, "DATA_DIR" | `FILES_S3_${"ENDPOINT" | "BUCKET" | "REGION" | "KEY_ID" | "SECRET"}`>;

type Receive = (stream: AsyncIterable<Uint8Array>, options: Receiving) => Promise<TemporaryFile>;

/** A storage for commands, which aren't a running service: what it's called, what's in it, and how it receives. */
export type OpenStorage = { kind: "folder" | "bucket"; name: string; store: FileStore; receive: Receive };

const filesFolder = ({ DATA_DIR }: StorageSettings) => join(DATA_DIR, "files");
const temporaryFolder = (settings: StorageSettings) => join(filesFolder(settings), "tmp");

/** Opens the storage that settings name: in S3, or in `DATA_DIR`. */
export function openStorage(settings: StorageSettings): OpenStorage {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = settings;
  const { FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret } = settings;
  const receive: Receive = (stream, options) => receiveInto(temporaryFolder(settings), stream, options);
  if (!endpoint || !bucket || !keyId || !secret) {
    const folder = filesFolder(settings);
    return { kind: "folder", name: folder, store: localStore(folder), receive };
  }
  return { kind: "bucket", name: bucket, store: s3Store({ endpoint, bucket, region, keyId, secret }), receive };
}

const bucket = processWide("bucket for files", () => openStorage(env()));

/** Returns where this service keeps files, as its settings say. */
export const fileStore = (): FileStore => (env().FILES_S3_ENDPOINT ? bucket() : openStorage(env())).store;

/**
 * Receives a file from a stream, such as a request's body, into `DATA_DIR`. See `receiveInto` for what it throws. The
 * usual way of a file:
 *
 *     await using received = await receiveFile(request.body, { limit });
 *     await fileStore().put(received, newKey(received.hash));
 */
export const receiveFile: Receive = (stream, options) => receiveInto(temporaryFolder(env()), stream, options);

/** Removes files that were being received when a process was killed. Returns how many there were. */
export const removeAbandonedFiles = (): Promise<number> => removeAbandonedFrom(temporaryFolder(env()));
