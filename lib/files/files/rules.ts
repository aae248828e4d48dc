import type { FileJson } from "./schema.ts";
import type { Thumbnails } from "./statements.ts";

// What browsers show without running anything in it.
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

// Browsers need four bytes of memory for each.
const PIXELS_MAX = 40_000_000;

type Shown = { mediaType: string; width: number | null; height: number | null; thumbnails: Thumbnails };

/** Returns how a file can be shown. Only what isn't a `file` is ever sent as anything but a download. */
export function kindOf({ mediaType, width, height, thumbnails }: Shown): FileJson["kind"] {
  if (PICTURES.includes(mediaType)) {
    const canShow = (width ?? 0) * (height ?? 0) <= PIXELS_MAX && thumbnails !== "failed";
    return canShow ? "image" : "file";
  }
  if (mediaType.startsWith("audio/")) return "audio";
  return mediaType.startsWith("video/") ? "video" : "file";
}

type Range = { start: number; end: number };

/**
 * Reads a Range header (RFC 9110 section 14): one range of bytes, null for the whole file, or `unsatisfiable`. Several ranges at
 * once get the whole file.
 */
export function rangeOf(header: string | null, size: number): Range | null | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "")
    return Number(last) === 0 ? "unsatisfiable" : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
