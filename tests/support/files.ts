import { crc32, deflateSync } from "node:zlib";
import { type UploadedFileJson, UploadResponse } from "#lib/files/files/schema.ts";
import { ask, type Call } from "./api-client.ts";
import type { Owner } from "./factories.ts";

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A PNG whose pixels are these bytes, decodable or not. */
export function pngOf(width: number, height: number, pixels: Buffer): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** A picture of one color, which differs with `shade`. */
export function png(shade = Math.floor(Math.random() * 2 ** 24), width = 8, height = 6): Buffer<ArrayBuffer> {
  const line = Buffer.concat([
    Buffer.of(0),
    Buffer.alloc(width * 3, Buffer.of(shade >> 16, (shade >> 8) & 255, shade & 255)),
  ]);
  return pngOf(width, height, deflateSync(Buffer.concat(Array.from({ length: height }, () => line))));
}

type Sent = { name?: string; content?: Buffer<ArrayBuffer>; baseUrl?: string };

/** What uploads a file, for `ask` and `refuse`. */
export const uploadCall = (token: string, { name = "photo.png", content = png(), baseUrl }: Sent = {}): Call => ({
  token,
  raw: content,
  headers: { "File-Name": encodeURIComponent(name), "Content-Type": "application/octet-stream" },
  ...(baseUrl !== undefined && { baseUrl }),
});

/** Uploads a visitor's file. */
export async function uploadAsVisitor({ token }: { token: string }, sent: Sent = {}): Promise<UploadedFileJson> {
  return (await ask(UploadResponse, 201, "POST", "/public/files", uploadCall(token, sent))).file;
}

/** Uploads a member's file for a site. */
export async function uploadAsMember(
  { token }: Pick<Owner, "token">,
  siteId: string,
  sent: Sent = {},
): Promise<UploadedFileJson> {
  return (await ask(UploadResponse, 201, "POST", `/files?siteId=${siteId}`, uploadCall(token, sent))).file;
}
