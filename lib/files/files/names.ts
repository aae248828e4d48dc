import { cutText, isBlank } from "#platform/characters.ts";
import type { MediaGroup } from "#platform/media/recognize.ts";

const NAME_MAX = 120;
// Control characters, line separators, what changes the direction of text, and what separates folders.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\]/gu;

/** How files of a kind end. A computer goes by the name of what it has downloaded: it runs `invoice.js`. */
const ENDINGS: Record<MediaGroup, readonly string[]> = {
  images: ["png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "avif", "heic", "heif", "apng", "bmp", "dib"],
  audio: ["mp3", "m4a", "m4b", "mp4", "aac", "ogg", "oga", "opus", "wav", "flac", "amr", "weba", "webm"],
  video: ["mp4", "m4v", "mov", "qt", "webm", "mkv", "3gp", "3g2", "ogv"],
  pdf: ["pdf"],
  documents: [
    ...[
      "doc",
      "docx",
      "docm",
      "dot",
      "dotx",
      "xls",
      "xlsx",
      "xlsm",
      "xlt",
      "xltx",
      "ppt",
      "pptx",
      "pptm",
      "pps",
      "ppsx",
    ],
    ...["pot", "potx", "odt", "ods", "odp", "odg", "ott", "ots", "otp", "rtf", "vsd", "mpp", "pub"],
  ],
  text: [
    "txt",
    "text",
    "log",
    "csv",
    "tsv",
    "md",
    "markdown",
    "json",
    "yaml",
    "yml",
    "ics",
    "vcf",
    "srt",
    "vtt",
    "diff",
  ],
  other: ["bin"],
};

type Content = { mediaType: string; group: MediaGroup };

/** Returns a name on one visible line that names no folder and isn't hidden: "file" if nothing visible is left. */
export function plainName(given: string): string {
  const plain = given
    .toWellFormed()
    .replace(UNWANTED, "")
    .replace(/[.\s]+$/u, "")
    .trim()
    .replace(/^\.+/, "");
  return isBlank(plain) ? "file" : plain;
}

/** Returns a file's name as it's stored and shown: plain, at most 120 characters, and not ending like a file of another kind. */
export function cleanName(given: string, content: Content): string {
  const plain = plainName(given);
  if (plain === "file") return plain;
  const name = withOwnEnding(plain, content);
  const ending = /\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? "";
  const most = NAME_MAX - [...ending].length;
  return cutText(name.slice(0, name.length - ending.length), most) + ending;
}

function withOwnEnding(name: string, { mediaType, group }: Content): string {
  const ending = /\.([^.]*)$/u.exec(name)?.[1];
  const known = ENDINGS[group];
  if (ending === undefined || known.includes(ending.toLowerCase())) return name;
  const subtype = mediaType.slice(mediaType.indexOf("/") + 1);
  return `${name}.${known.includes(subtype) ? subtype : known[0]}`;
}
