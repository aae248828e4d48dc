import type { Dispatcher } from "undici";
import { type ByteRange, type FileStore, isKey, requireKey } from "./file-store.ts";
import { handOn, type S3Bounds, type S3Settings, s3Client } from "./s3-client.ts";
import { StorageError } from "./storage-error.ts";

const FOLDER = "files/";

/** Keeps contents in a bucket of an S3-compatible storage, as `files/<key>`. */
export function s3Store(settings: S3Settings, bounds: S3Bounds = {}): FileStore {
  const { call, list } = s3Client(settings, bounds);
  const pathOf = (key: string) => `/${FOLDER}${requireKey(key)}`;
  return {
    async put(file, key) {
      const response = await call({
        method: "PUT",
        path: pathOf(key),
        headers: { "content-length": String(file.size), "content-type": "application/octet-stream" },
        bodyHash: file.hash,
        body: () => file.read(),
      });
      await response.body.dump();
      await file[Symbol.asyncDispose]();
    },

    async open(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const response = await call({ method: "GET", path: pathOf(key), ...(headers && { headers }) });
      const size = range ? await sizeBehind(range, response) : Number(response.headers["content-length"]);
      return { size, stream: handOn(response.body, "GET") };
    },

    async stat(key) {
      const response = await call({ method: "HEAD", path: pathOf(key) }).catch((error: unknown) => {
        if (error instanceof StorageError && error.failure === "gone") return null;
        throw error;
      });
      if (!response) return null;
      await response.body.dump();
      const { "content-length": size, "last-modified": storedAt } = response.headers;
      return { key, size: Number(size), storedAt: new Date(String(storedAt)) };
    },

    async remove(key) {
      const response = await call({ method: "DELETE", path: pathOf(key) }).catch((error: unknown) => {
        if (!(error instanceof StorageError && error.failure === "gone")) throw error;
      });
      await response?.body.dump();
    },

    async *list() {
      for await (const { key: name, ...object } of list(FOLDER)) {
        const key = name.slice(FOLDER.length);
        if (isKey(key)) yield { key, ...object };
      }
    },
  };
}

/** Returns the size of the whole content. A storage that ignores the range would send other bytes as the ones asked for. */
async function sizeBehind({ start, end }: ByteRange, { headers, body }: Dispatcher.ResponseData): Promise<number> {
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers["content-range"])) ?? [];
  if (Number(from) === start && Number(to) === end) return Number(size);
  await body.dump();
  throw new StorageError("unavailable", "S3 GET: it sent another range");
}
