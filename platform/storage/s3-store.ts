import { PassThrough, type Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, type Dispatcher, request } from "undici";
import { type FileStore, isKey, requireKey } from "./file-store.ts";
import { type S3Credentials, signRequest } from "./s3-signature.ts";
import { StorageError, type StorageFailure } from "./storage-error.ts";

export type S3Settings = S3Credentials & { endpoint: string; bucket: string };

type Bounds = { idleMs?: number; pauseMs?: number };

type Call = {
  method: string;
  /** Behind the bucket's address, as in `/files/abc` or `?list-type=2`. */
  path: string;
  headers?: Record<string, string>;
  bodyHash?: string;
  body?: () => Readable;
};

const IDLE_MS = 15_000;
const CONNECT_MS = 5_000;
const TRIES = 3;
const PAUSE_MS = 300;
const FOLDER = "files/";

/**
 * Keeps contents in a bucket of an S3-compatible storage, as `files/<key>`. The operator chose its address, so it may be
 * a private one. What can be repeated is tried three times. The storage checks each content by its hash.
 */
export function s3Store(settings: S3Settings, bounds: Bounds = {}): FileStore {
  const call = caller(settings, bounds);
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
      const whole = /\/(\d+)$/.exec(String(response.headers["content-range"] ?? ""))?.[1];
      const size = Number(whole ?? response.headers["content-length"]);
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
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: FOLDER });
        if (token !== "") query.set("continuation-token", token);
        const response = await call({ method: "GET", path: `?${query}` });
        const page = await textOf(response.body);
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = elementOf(entry, "Key").slice(FOLDER.length);
          const storedAt = new Date(elementOf(entry, "LastModified"));
          if (isKey(key)) yield { key, size: Number(elementOf(entry, "Size")), storedAt };
        }
        token = elementOf(page, "NextContinuationToken") || undefined;
      }
    },
  };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function elementOf(xml: string, name: string): string {
  const [, text = ""] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

function caller({ endpoint, bucket, ...credentials }: S3Settings, { idleMs = IDLE_MS, pauseMs = PAUSE_MS }: Bounds) {
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, bodyTimeout: idleMs, headersTimeout: 0 });

  async function once({ method, path, headers = {}, bodyHash, body }: Call): Promise<Dispatcher.ResponseData> {
    const url = new URL(`${endpoint}/${bucket}${path}`);
    // Silence counts, not how long a content takes: each chunk that's sent starts the time over.
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new StorageError("timeout", `S3 ${method}: silent`)), idleMs);
    try {
      const signed = signRequest({ method, url, headers, ...(bodyHash && { bodyHash }), now: new Date() }, credentials);
      const response = await request(url, {
        method: method as Dispatcher.HttpMethod,
        headers: signed,
        dispatcher,
        signal: silence.signal,
        ...(body && {
          body: handOn(body(), method, () => timer.refresh()),
        }),
      });
      if (response.statusCode < 300) return response;
      const code = elementOf(await textOf(response.body), "Code");
      throw new StorageError(
        failureOf(response.statusCode, code),
        `S3 ${method}: ${response.statusCode} ${code}`.trim(),
      );
    } catch (error) {
      throw networkError(error, method);
    } finally {
      clearTimeout(timer);
    }
  }

  return async (wanted: Call): Promise<Dispatcher.ResponseData> => {
    for (let tried = 1; ; tried++) {
      try {
        return await once(wanted);
      } catch (error) {
        const isPassing = error instanceof StorageError && error.failure === "unavailable";
        if (!isPassing || tried === TRIES) throw error;
        await pause(pauseMs * tried);
      }
    }
  };
}

function failureOf(status: number, code: string): StorageFailure {
  if (status === 507 || /Quota|InsufficientStorage/i.test(code)) return "full";
  if (code === "NoSuchBucket" || [301, 307, 400, 401, 403, 405].includes(status)) return "refused";
  return status === 404 ? "gone" : "unavailable";
}

function networkError(error: unknown, method: string): StorageError {
  if (error instanceof StorageError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "failed";
  const failure = /TIMEOUT|ETIMEDOUT/.test(code) ? "timeout" : "unavailable";
  return new StorageError(failure, `S3 ${method}: ${code}`, error);
}

async function textOf(body: Readable): Promise<string> {
  let text = "";
  body.setEncoding("utf8");
  for await (const part of body) {
    text += part;
  }
  return text;
}

/** Hands a stream on. What fails in it becomes a `StorageError`, and it's closed with its reader. */
function handOn(source: Readable, method: string, onChunk: () => void = () => undefined): Readable {
  const stream = new PassThrough();
  source.on("data", onChunk);
  source.on("error", (error) => stream.destroy(networkError(error, method)));
  stream.on("close", () => source.destroy());
  return source.pipe(stream);
}
