import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Env, env } from "../env.ts";
import { processWide } from "../process-wide.ts";
import { countFailure, countFailures } from "./counted-store.ts";
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

const receiveFor =
  (settings: StorageSettings): Receive =>
  (stream, options) =>
    receiveInto(temporaryFolder(settings), stream, options);

/** Opens the folder in `DATA_DIR`. */
export function openLocalStorage(settings: StorageSettings): OpenStorage {
  const folder = filesFolder(settings);
  return { kind: "folder", name: folder, store: localStore(folder), receive: receiveFor(settings) };
}

/** Opens the bucket that settings name, if they do. */
export function openBucketStorage(settings: StorageSettings): OpenStorage | null {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = settings;
  const { FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret } = settings;
  if (!endpoint || !bucket || !keyId || !secret) return null;
  const store = s3Store({ endpoint, bucket, region, keyId, secret });
  return { kind: "bucket", name: bucket, store, receive: receiveFor(settings) };
}

/** Opens the storage that settings name: the bucket, or the folder in `DATA_DIR`. */
export const openStorage = (settings: StorageSettings): OpenStorage =>
  openBucketStorage(settings) ?? openLocalStorage(settings);

const buckets = processWide("buckets for files", () => new Map<string, FileStore>());

/** Returns where this service keeps files, as its settings say. Its failures are counted. */
export function fileStore(): FileStore {
  const { FILES_S3_ENDPOINT: endpoint } = env();
  // A bucket's connections are kept.
  const kept = endpoint && buckets().get(endpoint);
  if (kept) return kept;
  const store = countFailures(openStorage(env()).store);
  if (endpoint) buckets().set(endpoint, store);
  return store;
}

/**
 * Receives a file from a stream, such as a request's body, into `DATA_DIR`. See `receiveInto` for what it throws. The
 * usual way of a file:
 *
 *     await using received = await receiveFile(request.body, { limit });
 *     await fileStore().put(received, newKey(received.hash));
 */
export const receiveFile: Receive = (stream, options) =>
  countFailure(receiveInto(temporaryFolder(env()), stream, options));

// Beside the folder of uploads: what parses emails may write into this one.
const mailsFolder = (settings: StorageSettings) => resolve(filesFolder(settings), "tmp-mail");

/** Makes a folder for the files of an email that's being read, which `await using` removes. */
export async function makeMailFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = join(mailsFolder(env()), randomUUID());
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Removes files that were being received or read when a process was killed. Returns how many there were. */
export const removeAbandonedFiles = async (): Promise<number> =>
  (await removeAbandonedFrom(temporaryFolder(env()))) + (await removeAbandonedFrom(mailsFolder(env())));
