import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** `best` takes up to 70 times as long, so it's for what's compressed once: what a build contains. */
export type Effort = "best" | "usual";
type Compress = (content: Buffer<ArrayBuffer>, effort: Effort) => Promise<Buffer<ArrayBuffer>>;

const QUALITY = { best: constants.BROTLI_MAX_QUALITY, usual: 5 };

const brotli: Compress = (content, effort) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[effort] } });
const gzipped: Compress = (content) => promisify(gzip)(content, { level: 9 });

/** The encodings of a response, the smallest first. What's compressed is kept for other responses. */
export const ENCODINGS = [
  { name: "br", compress: brotli },
  { name: "gzip", compress: gzipped },
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Whether an Accept-Encoding header names an encoding, and doesn't refuse it (RFC 9110 section 12.5.3). */
export function acceptsEncoding(accepted: string | null, { name }: Pick<Encoding, "name">): boolean {
  const named = new RegExp(`^\\s*${name}\\s*(;\\s*q=(1|0?\\.[0-9]*[1-9]).*)?$`, "i");
  return accepted?.split(",").some((one) => named.test(one)) ?? false;
}

/**
 * Whether an If-None-Match header has a tag, given without its quotation marks, weak or not, or is "*" (RFC 9110 section
 * 13.1.2). A proxy that compresses makes a tag a weak one.
 */
export function hasTag(known: string | null, tag: string): boolean {
  const tags = known?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(`"${tag}"`) || tags.includes("*");
}
