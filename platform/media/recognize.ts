/** What a site can allow. `other` is never allowed. */
export type MediaGroup = "images" | "audio" | "video" | "pdf" | "documents" | "text" | "other";

/** What a file is, by its content. */
export type Recognized = { mediaType: string; group: MediaGroup };

const UNKNOWN: Recognized = { mediaType: "application/octet-stream", group: "other" };

type Rule = Recognized & { at?: number; starts: string };

// Bytes as Latin-1. What's structured further is looked at below.
const STARTS: Rule[] = [
  { starts: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", mediaType: "image/png", group: "images" },
  { starts: "\xff\xd8\xff", mediaType: "image/jpeg", group: "images" },
  { starts: "GIF87a", mediaType: "image/gif", group: "images" },
  { starts: "GIF89a", mediaType: "image/gif", group: "images" },
  { starts: "%PDF-", mediaType: "application/pdf", group: "pdf" },
  { starts: "ID3", mediaType: "audio/mpeg", group: "audio" },
  { starts: "fLaC", mediaType: "audio/flac", group: "audio" },
  { starts: "#!AMR", mediaType: "audio/amr", group: "audio" },
  { starts: "{\\rtf", mediaType: "application/rtf", group: "documents" },
  { starts: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", mediaType: "application/x-ole-storage", group: "documents" },
];

const AVIF: Recognized = { mediaType: "image/avif", group: "images" };
const BRANDS: Record<string, Recognized> = {
  avif: AVIF,
  avis: AVIF,
  heic: { mediaType: "image/heic", group: "images" },
  heix: { mediaType: "image/heic", group: "images" },
  hevc: { mediaType: "image/heic", group: "images" },
  heim: { mediaType: "image/heic", group: "images" },
  mif1: { mediaType: "image/heic", group: "images" },
  msf1: { mediaType: "image/heic", group: "images" },
  "qt  ": { mediaType: "video/quicktime", group: "video" },
  "M4A ": { mediaType: "audio/mp4", group: "audio" },
  "M4B ": { mediaType: "audio/mp4", group: "audio" },
};
const MP4 = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |M4VH|M4VP|MSNV|3g[p2].|f4v |mmp4|XAVC)$/;

/** Any archive. Documents among them are recognized by their directory (recognize-zip.ts). */
export const ZIP: Recognized = { mediaType: "application/zip", group: "other" };

/**
 * Recognizes a file by its first bytes (at least 4,096 of them, or all). What it says it is, its name and its sender's type,
 * doesn't count.
 */
export function recognize(head: Buffer): Recognized {
  const start = head.toString("latin1");
  const known = STARTS.find(({ starts }) => start.startsWith(starts));
  if (known) return { mediaType: known.mediaType, group: known.group };
  if (start.startsWith("RIFF")) return riff(start);
  if (start.slice(4, 8) === "ftyp") return isoMedia(head);
  if (start.startsWith("\x1a\x45\xdf\xa3")) return matroska(start);
  if (start.startsWith("OggS")) return { mediaType: "audio/ogg", group: "audio" };
  if (start.startsWith("PK\x03\x04")) return ZIP;
  if (isBitmap(head)) return { mediaType: "image/bmp", group: "images" };
  if (isAdts(head)) return { mediaType: "audio/aac", group: "audio" };
  if (isMpegAudio(head)) return { mediaType: "audio/mpeg", group: "audio" };
  return text(head);
}

function riff(start: string): Recognized {
  const form = start.slice(8, 12);
  if (form === "WAVE") return { mediaType: "audio/wav", group: "audio" };
  const isWebp = form === "WEBP" && /^VP8[ LX]$/.test(start.slice(12, 16));
  return isWebp ? { mediaType: "image/webp", group: "images" } : UNKNOWN;
}

// The major brand, or else the first compatible one that's known.
function isoMedia(head: Buffer): Recognized {
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const brands = [head.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  // An AVIF may call itself a general picture first.
  if (/^m[is]f1$/.test(brands[0] ?? "") && brands.some((brand) => /^avi[fs]$/.test(brand))) return AVIF;
  for (const brand of brands) {
    if (BRANDS[brand]) return BRANDS[brand];
    if (MP4.test(brand)) return { mediaType: "video/mp4", group: "video" };
  }
  return UNKNOWN;
}

function matroska(start: string): Recognized {
  if (start.slice(0, 64).includes("webm")) return { mediaType: "video/webm", group: "video" };
  return start.slice(0, 64).includes("matroska") ? { mediaType: "video/x-matroska", group: "video" } : UNKNOWN;
}

// A frame's sync word, then a version, layer, bit rate and sample rate that exist (ISO 11172-3).
function isMpegAudio(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  return isSync && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02 && third >> 4 < 15 && (third & 0x0c) !== 0x0c;
}

// One plane, after a header of one of the sizes that Windows and OS/2 have had.
function isBitmap(head: Buffer): boolean {
  if (head.length < 30 || head.toString("latin1", 0, 2) !== "BM") return false;
  const size = head.readUInt32LE(14);
  return [12, 40, 52, 56, 64, 108, 124].includes(size) && head.readUInt16LE(size === 12 ? 22 : 26) === 1;
}

// AAC as phones record it: a frame that leads to the next one, or is cut off (ISO 13818-7, section 6.2).
function isAdts(head: Buffer): boolean {
  const isFrame = (at: number) => head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0;
  if (!isFrame(0) || head.length < 7 || (head.readUInt8(2) & 0x3c) > 0x30) return false;
  const length = (head.readUIntBE(3, 3) >> 5) & 0x1fff;
  return length >= 7 && (length + 1 >= head.length || isFrame(length));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they're what text doesn't contain.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|\?xml|math|xsl)/i;

function text(head: Buffer): Recognized {
  const content = decode(head);
  if (content === "" || BINARY.test(content)) return UNKNOWN;
  const [markup] = MARKUP.exec(content.slice(0, 1_024)) ?? [];
  if (markup === undefined) return { mediaType: "text/plain", group: "text" };
  const isSvg = /<svg/i.test(content);
  return { mediaType: isSvg ? "image/svg+xml" : "text/html", group: "other" };
}

const MARKS: Record<string, string> = { "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be" };

// As Unicode, or else as an older encoding, such as Excel's CSV has. All of them keep the ASCII characters that matter here.
function decode(head: Buffer): string {
  try {
    // What's cut in the middle of a character isn't an error.
    const encoding = MARKS[head.toString("latin1", 0, 2)] ?? "utf-8";
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return head.toString("latin1");
  }
}
