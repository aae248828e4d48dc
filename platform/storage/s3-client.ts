import { PassThrough, type Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, type Dispatcher, request } from "undici";
import { readStart, readWhole } from "../outgoing/read-response.ts";
import { type S3Credentials, signRequest } from "./s3-signature.ts";
import { StorageError, type StorageFailure } from "./storage-error.ts";

export type S3Settings = S3Credentials & { endpoint: string; bucket: string };

export type S3Bounds = { idleMs?: number; pauseMs?: number };

type Call = {
  method: string;
  /** Behind the bucket's address, as in `/files/abc` or `?list-type=2`. */
  path: string;
  headers?: Record<string, string>;
  bodyHash?: string;
  body?: () => Readable;
  /** How long the storage may be silent, if that isn't the usual time. */
  idleMs?: number;
};

/** What a bucket has under a name. */
export type S3Object = { key: string; size: number; storedAt: Date };

export type S3Client = {
  /** Sends a request, three times if it can be repeated. Throws `StorageError` unless it succeeds. */
  call(wanted: Call): Promise<Dispatcher.ResponseData>;
  /** Yields what the bucket has under a prefix. */
  list(prefix: string): AsyncGenerator<S3Object>;
};

const IDLE_MS = 15_000;
const CONNECT_MS = 5_000;
const TRIES = 3;
const PAUSE_MS = 300;
// A thousand entries, which is what one page of a list has, take less than half of it.
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
const PAGES_MAX = 100_000;
const ERROR_BYTES_MAX = 65_536;

/**
 * A client of one bucket of an S3-compatible storage. The operator chose its address, so it may be a private one. What can be
 * repeated is tried three times. The storage checks each body by its hash.
 */
export function s3Client(settings: S3Settings, bounds: S3Bounds = {}): S3Client {
  const call = caller(settings, bounds);
  return {
    call,
    async *list(prefix) {
      for (let token = "", pages = 1; ; pages++) {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token !== "") query.set("continuation-token", token);
        const response = await call({ method: "GET", path: `?${query}` });
        const page = await readText(response.body, PAGE_BYTES_MAX);
        yield* contentsIn(page);
        const next = elementOf(page, "NextContinuationToken");
        if (next === "") return;
        if (next === token || pages === PAGES_MAX) throw new StorageError("unavailable", "S3 GET: the list has no end");
        token = next;
      }
    },
  };
}

/** Reads a response that is a text. Throws `StorageError` if it's longer, or breaks off. */
export async function readText(body: Readable, most = ERROR_BYTES_MAX): Promise<string> {
  const bytes = await readWhole(body, most).catch((error: unknown) => {
    throw networkError(error, "GET");
  });
  return bytes.toString();
}

function* contentsIn(page: string): Generator<S3Object> {
  for (const part of page.split("<Contents>").slice(1)) {
    const [entry = ""] = part.split("</Contents>", 1);
    const storedAt = new Date(elementOf(entry, "LastModified"));
    yield { key: elementOf(entry, "Key"), size: Number(elementOf(entry, "Size")), storedAt };
  }
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the text of an XML element, or an empty one. */
export function elementOf(xml: string, name: string): string {
  const [, text = ""] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

function caller(
  { endpoint, bucket, ...credentials }: S3Settings,
  { idleMs: usualMs = IDLE_MS, pauseMs = PAUSE_MS }: S3Bounds,
) {
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, bodyTimeout: usualMs, headersTimeout: 0 });

  async function once({
    method,
    path,
    headers = {},
    bodyHash,
    body,
    idleMs = usualMs,
  }: Call): Promise<Dispatcher.ResponseData> {
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
      const { bytes } = await readStart(response.body, ERROR_BYTES_MAX);
      const code = elementOf(bytes.toString(), "Code");
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

/** Hands a stream on. What fails in it becomes a `StorageError`, and it's closed with its reader. */
export function handOn(source: Readable, method: string, onChunk: () => void = () => undefined): Readable {
  const stream = new PassThrough();
  source.on("data", onChunk);
  source.on("error", (error) => stream.destroy(networkError(error, method)));
  stream.on("close", () => source.destroy());
  return source.pipe(stream);
}
