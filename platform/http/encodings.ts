import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

type Compress = (content: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>;

const brotli: Compress = (content) => promisify(brotliCompress)(content, { params: BROTLI });
const gzipped: Compress = (content) => promisify(gzip)(content, { level: 9 });

/** Encodings of a response, the smallest first. They take milliseconds, so what's compressed is for many responses. */
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
