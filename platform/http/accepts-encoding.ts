/** Whether an Accept-Encoding header names an encoding, and doesn't refuse it (RFC 9110 section 12.5.3). */
export function acceptsEncoding(accepted: string | string[] | null | undefined, encoding: "br" | "gzip"): boolean {
  const named = new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(1|0?\\.[0-9]*[1-9]).*)?$`, "i");
  return String(accepted ?? "")
    .split(",")
    .some((one) => named.test(one));
}
