import { AppError } from "../errors.ts";

export const BODY_MAX_BYTES = 65_536;
// A larger body is refused without being read.
const DROPPED_MAX_BYTES = 2 * 1024 ** 2;

/** Whether a Content-Type is JSON in UTF-8 (RFC 9110 section 8.3.1). Only its charset parameter matters here. */
export function isJsonType(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json") return false;
  return parameters.every((parameter) => parameter === "" || UTF8.test(parameter));
}

const UTF8 = /^charset="?utf-?8"?$/;

function requireJson(headers: Headers): void {
  const encoding = headers.get("content-encoding");
  const isPlain = encoding === null || encoding.toLowerCase() === "identity";
  if (!isPlain || !isJsonType(headers.get("content-type") ?? "")) throw new AppError("unsupported_media_type");
}

const BROKEN_OFF = "The request body was cut off.";

async function readBytes(request: Request): Promise<Uint8Array> {
  try {
    return await readAll(request);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The client disconnected and won't see this. The log doesn't count it as a fault of the service.
    throw new AppError("invalid_request", { detail: BROKEN_OFF });
  }
}

// A client may fail to read a response that comes while it's still sending.
async function drop(request: Request): Promise<void> {
  for await (const _ of request.body ?? []);
}

async function readAll(request: Request): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  if (length === null || request.headers.has("transfer-encoding")) return readChunks(request);
  if (Number(length) > BODY_MAX_BYTES) {
    if (Number(length) <= DROPPED_MAX_BYTES) await drop(request);
    throw new AppError("payload_too_large");
  }
  // HTTP delivers at most the announced length.
  return new Uint8Array(await request.arrayBuffer());
}

// Counts chunks as they arrive, so that a body of unknown length is cut at the limit too.
async function readChunks(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES) throw new AppError("payload_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new AppError("invalid_json");
  }
}

/** Reads the request's JSON object. Throws the codes of 415, 413 or 400. Of a repeated key, the last value counts. */
export async function readJsonObject(request: Request): Promise<object> {
  requireJson(request.headers);
  const value = parse(await readBytes(request));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new AppError("invalid_json");
  return value;
}
