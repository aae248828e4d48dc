import { createHash, createHmac } from "node:crypto";

export type S3Credentials = { region: string; keyId: string; secret: string };

type Request = {
  method: string;
  url: URL;
  /** Further headers to sign, with lowercase names. */
  headers?: Record<string, string>;
  /** The SHA-256 of the body, in hexadecimal. Without it, the body is empty. */
  bodyHash?: string;
  now: Date;
};

const ALGORITHM = "AWS4-HMAC-SHA256";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const EMPTY = sha256("");

// RFC 3986's unreserved characters stay, unlike in encodeURIComponent.
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1);

/** Returns a request's headers with its signature (AWS Signature Version 4, for S3). */
export function signRequest(
  { method, url, headers = {}, bodyHash = EMPTY, now }: Request,
  { region, keyId, secret }: S3Credentials,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": time,
  };
  const sorted = Object.entries(all).sort(byName);
  const names = sorted.map(([name]) => name).join(";");
  const query = [...url.searchParams]
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(byName)
    .map((pair) => pair.join("="))
    .join("&");
  const path = url.pathname.split("/").map((part) => encode(decodeURIComponent(part)));
  const canonical = [
    method,
    path.join("/"),
    query,
    ...sorted.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request");
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join("\n")).toString("hex");
  return {
    ...all,
    authorization: `${ALGORITHM} Credential=${keyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}
