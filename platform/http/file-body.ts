import { z } from "zod";
import { AppError } from "../errors.ts";

const ENCODED_MAX = 12_000;

function decodedName(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** The header that names an uploaded file. */
export const FileNameHeader = z.object({
  "File-Name": z
    .string()
    .min(1, "is required")
    .max(ENCODED_MAX, `must be at most ${ENCODED_MAX} characters`)
    .refine((text) => decodedName(text) !== null, "must be UTF-8 that's percent-encoded")
    .transform((text) => decodedName(text) ?? ""),
});

/** Returns what a request's headers say about a file's name, for `FileNameHeader`. */
export const fileNameHeader = (headers: Headers) => ({ "File-Name": headers.get("file-name") ?? undefined });

/** A file that a request has as its body. */
export type FileBody = {
  /** Its name as the caller says, or empty if the route takes none. */
  name: string;
  /** How many bytes the caller announced, null if they're sent in chunks. */
  length: number | null;
  /** Reads the body, once. Each chunk may be freed when the next one is read. Stopping early leaves the rest unread. */
  read(): AsyncIterable<Uint8Array>;
};

/** Reads what a request says about its file. Throws `unsupported_media_type` for an encoded one. */
export function fileBody(
  request: Request,
  { name, read }: { name: string; read: (() => AsyncIterable<Uint8Array>) | undefined },
): FileBody {
  const { headers } = request;
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new AppError("unsupported_media_type", { detail: "Send the file as it is, without a Content-Encoding." });
  }
  const length = headers.has("transfer-encoding") ? null : Number(headers.get("content-length") ?? 0);
  return { name, length, read: read ?? (() => request.body ?? nothing()) };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
