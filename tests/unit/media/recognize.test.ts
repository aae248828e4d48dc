import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { recognize } from "#platform/media/recognize.ts";

const CASES: Record<string, [content: string, mediaType: string, group: string]> = {
  png: ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png", "images"],
  jpeg: ["\xff\xd8\xff\xe0", "image/jpeg", "images"],
  gif: ["GIF89a\x01\0", "image/gif", "images"],
  webp: ["RIFF\0\0\0\0WEBPVP8 ", "image/webp", "images"],
  avif: ["\0\0\0\x1cftypmif1\0\0\0\0mif1avif", "image/avif", "images"],
  heic: ["\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heic", "images"],
  mp4: ["\0\0\0\x18ftypisom\0\0\0\0avc1", "video/mp4", "video"],
  mov: ["\0\0\0\x14ftypqt  \0\0\0\0qt  ", "video/quicktime", "video"],
  m4a: ["\0\0\0\x14ftypM4A \0\0\0\0isom", "audio/mp4", "audio"],
  webm: ["\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm", "video/webm", "video"],
  mp3: ["ID3\x04", "audio/mpeg", "audio"],
  "mp3 without a tag": ["\xff\xfb\x90\x64", "audio/mpeg", "audio"],
  ogg: ["OggS\0", "audio/ogg", "audio"],
  wav: ["RIFF\0\0\0\0WAVEfmt ", "audio/wav", "audio"],
  pdf: ["%PDF-1.7\n1 0 obj <</OpenAction 2 0 R>>", "application/pdf", "pdf"],
  zip: ["PK\x03\x04\x14\0\0\0\0\0a.exe", "application/zip", "other"],
  bmp: [`BM${"\0".repeat(12)}\x28${"\0".repeat(11)}\x01\0\x18\0`, "image/bmp", "images"],
  "text that begins with BM": ["BMW 320d, from 2019, blue, with a trailer hitch", "text/plain", "text"],
  aac: ["\xff\xf1\x50\x80\x02\x1f\xfc".padEnd(16, "\0").repeat(3), "audio/aac", "audio"],
  "UTF-16 text": ["\xff\xfeS\0i\0z\0e\0\t\x004\x000\0", "text/plain", "text"],
  "UTF-16 text, big endian": ["\xfe\xff\0S\0i\0z\0e", "text/plain", "text"],
  "Windows-1252 text": ["Gr\xf6\xdfe;Preis \x80\r\n", "text/plain", "text"],
  "Windows-1251 text": ["\xcf\xf0\xe8\xe2\xe5\xf2, 40", "text/plain", "text"],
  "Shift_JIS text": ["\x83T\x83C\x83Y,40\r\n", "text/plain", "text"],
  "html in UTF-16": ["\xff\xfe<\0s\0c\0r\0i\0p\0t\0>\0", "text/html", "other"],
  "html in Windows-1252": ["\xe4<script>alert(1)</script>", "text/html", "other"],
  "svg in UTF-16, big endian": ["\xfe\xff\0<\0s\0v\0g\0>", "image/svg+xml", "other"],
  "UTF-16 without letters": ["\xff\xfe\x01\0\x02\0", "application/octet-stream", "other"],
  text: ["Size 40, please.\n", "text/plain", "text"],
  "html, whatever it's called": ["<!DOCTYPE html><script>alert(1)</script>", "text/html", "other"],
  "html after spaces and a byte order mark": ["\xef\xbb\xbf \n <HTML>", "text/html", "other"],
  svg: ["<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "image/svg+xml", "other"],
  "svg after a declaration": ["<?xml version='1.0'?><!-- a --><svg>", "image/svg+xml", "other"],
  program: ["MZ\x90\0\x03", "application/octet-stream", "other"],
  "another program": ["\x7fELF\x02\x01\x01\0", "application/octet-stream", "other"],
  nothing: ["", "application/octet-stream", "other"],
};

for (const [name, [content, mediaType, group]] of Object.entries(CASES)) {
  test(`recognizes ${name}`, () => {
    expect(recognize(Buffer.from(content, "latin1"))).toEqual({ mediaType, group });
  });
}

test("text that's cut in the middle of a character is text", () => {
  expect(recognize(Buffer.from("Größe").subarray(0, 3)).group).toBe("text");
});

test("any bytes are recognized as something", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(CASES)), fc.uint8Array({ maxLength: 200 }), ([content], more) => {
      const found = recognize(Buffer.concat([Buffer.from(content, "latin1"), more]));
      expect(found.mediaType).toMatch(/^[a-z]+\/[\w.+-]+$/);
    }),
  );
});
