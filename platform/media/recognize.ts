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

const OFFICE: Record<string, string> = {
  "word/": "wordprocessingml.document",
  "xl/": "spreadsheetml.sheet",
  "ppt/": "presentationml.presentation",
};

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
  if (start.startsWith("PK\x03\x04")) return zip(start);
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

function zip(start: string): Recognized {
  const [, openDocument] = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z]+)/.exec(start.slice(30)) ?? [];
  if (openDocument) return { mediaType: openDocument, group: "documents" };
  const isOffice = start.includes("[Content_Types].xml") || start.includes("_rels/.rels");
  const [folder] = Object.keys(OFFICE).filter((name) => start.includes(name));
  if (!isOffice) return { mediaType: "application/zip", group: "other" };
  const format = folder === undefined ? "document" : (OFFICE[folder] ?? "document");
  return { mediaType: `application/vnd.openxmlformats-officedocument.${format}`, group: "documents" };
}

// A frame's sync word, then a version, layer, bit rate and sample rate that exist (ISO 11172-3).
function isMpegAudio(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  return isSync && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02 && third >> 4 < 15 && (third & 0x0c) !== 0x0c;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they're what text doesn't contain.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|\?xml|math|xsl)/i;

function text(head: Buffer): Recognized {
  if (head.length === 0) return UNKNOWN;
  let content: string;
  try {
    // What's cut in the middle of a character isn't an error.
    content = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return UNKNOWN;
  }
  if (BINARY.test(content)) return UNKNOWN;
  const [markup] = MARKUP.exec(content.slice(0, 1_024)) ?? [];
  if (markup === undefined) return { mediaType: "text/plain", group: "text" };
  const isSvg = /<svg/i.test(content);
  return { mediaType: isSvg ? "image/svg+xml" : "text/html", group: "other" };
}
