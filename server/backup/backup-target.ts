import { createReadStream } from "node:fs";
import { readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { handOn, type S3Client } from "#platform/storage/s3-client.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import { StartError } from "../process/start-error.ts";
import { removeUnfinished, sendInParts } from "./send-in-parts.ts";
import { UNFINISHED, writeWholeFile } from "./whole-file.ts";

const ABANDONED_MS = 24 * 60 * 60 * 1_000;

export type TargetFile = { name: string; size: number };

/** Where backups are kept. Others may keep files there too. */
export type BackupTarget = {
  /** As the operator knows it. */
  name: string;
  /** Writes a file, which is there only once it's complete. */
  write(name: string, pieces: AsyncIterable<Buffer>): Promise<void>;
  read(name: string): Promise<Readable>;
  list(): Promise<TargetFile[]>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes had written of files with such names, a day or longer ago. */
  removeUnfinished(isOurs: (name: string) => boolean): Promise<void>;
  /** Throws StartError if there's no room for so many bytes. A bucket has it. */
  requireRoom(bytes: number): Promise<void>;
};

/** Keeps backups in a folder that's there: one that isn't may be a disk that isn't mounted. */
export const folderTarget = (folder: string): BackupTarget => ({
  name: folder,
  write: (name, pieces) => writeWholeFile(join(folder, name), (file) => pipeline(pieces, file)),
  read: async (name) => createReadStream(join(folder, name)),
  async list() {
    const found: TargetFile[] = [];
    for (const name of await readdir(folder)) {
      // What's another's may be gone by now.
      const entry = await stat(join(folder, name)).catch(() => null);
      if (entry?.isFile()) found.push({ name, size: entry.size });
    }
    return found;
  },
  remove: (name) => rm(join(folder, name)),
  async removeUnfinished(isOurs) {
    for (const name of await readdir(folder)) {
      const [start] = name.split(UNFINISHED);
      if (start === undefined || start === name || !isOurs(start)) continue;
      const entry = await stat(join(folder, name)).catch(() => null);
      if (entry && entry.mtimeMs < Date.now() - ABANDONED_MS) await rm(join(folder, name), { force: true });
    }
  },
  async requireRoom(bytes) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes) throw new StartError(`${folder} has too little free space for another backup`);
  },
});

type Bucket = { client: S3Client; bucket: string; prefix: string };

/** Keeps backups in a bucket, below a prefix that's empty or ends with `/`. */
export const bucketTarget = ({ client, bucket, prefix }: Bucket): BackupTarget => ({
  name: `s3://${bucket}/${prefix}`,
  write: (name, pieces) => sendInParts(client, prefix + name, pieces),
  async read(name) {
    const { body } = await client.call({ method: "GET", path: `/${prefix}${name}` });
    return handOn(body, "GET");
  },
  async list() {
    const files: TargetFile[] = [];
    for await (const { key, size } of client.list(prefix)) files.push({ name: key.slice(prefix.length), size });
    return files;
  },
  async remove(name) {
    const response = await client.call({ method: "DELETE", path: `/${prefix}${name}` }).catch((error: unknown) => {
      if (!(error instanceof StorageError && error.failure === "gone")) throw error;
    });
    await response?.body.dump();
  },
  removeUnfinished: (isOurs) => removeUnfinished(client, prefix, (key) => isOurs(key.slice(prefix.length))),
  requireRoom: async () => undefined,
});
