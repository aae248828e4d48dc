import type { MimeNode } from "@zone-eu/mailsplit";

const TEXTS = new Set(["text/plain", "text/html"]);
const REPORTS = new Set(["message/delivery-status", "message/global-delivery-status", "text/rfc822-headers"]);
const SIGNATURES = new Set([
  "application/pgp-signature",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
]);
const NAMES: Record<string, string> = {
  "application/ms-tnef": "winmail.dat",
  "application/pgp-encrypted": "version.asc",
  "application/pgp-signature": "signature.asc",
  "application/pkcs7-mime": "smime.p7m",
  "application/pkcs7-signature": "smime.p7s",
  "application/pdf": "file.pdf",
  "image/gif": "image.gif",
  "image/jpeg": "image.jpg",
  "image/png": "image.png",
  "message/rfc822": "message.eml",
  "text/calendar": "invitation.ics",
  "text/html": "message.html",
  "text/plain": "message.txt",
};
const NAME_MAX = 200;

/** Whether a part's content is kept as text: what people read, and what delivery reports say. */
export const isText = (node: MimeNode): boolean => isShownText(node) || isReport(node);

/** Whether a part is text of the mail, and no file. */
export function isShownText(node: MimeNode): boolean {
  const isFile = node.disposition === "attachment" || (Boolean(node.filename) && !node.root);
  return !isFile && (TEXTS.has(mediaType(node)) || (Boolean(node.multipart) && !node._boundary));
}

export const isReport = (node: MimeNode): boolean => REPORTS.has(mediaType(node));

/** Whether a part signs the mail (S/MIME, PGP). */
export const isSigning = (node: MimeNode): boolean => SIGNATURES.has(mediaType(node));

/** Whether a part contains the mail, encrypted. */
export function isEncrypting(node: MimeNode): boolean {
  const type = mediaType(node);
  if (type === "multipart/encrypted" || type === "application/pgp-encrypted") return true;
  const field = node.headers ? node.headers.getFirst("Content-Type") : "";
  return /^application\/(?:x-)?pkcs7-mime$/.test(type) && !/smime-type\s*=\s*"?(?:signed|certs)/i.test(field);
}

/** A version of the text for other programs, next to the ones that are read. */
export const isOtherVersion = (node: MimeNode): boolean =>
  ["text/x-amp-html", "text/watch-html"].includes(mediaType(node)) && alternativeOf(node) !== undefined;

export const mediaType = (node: MimeNode): string => (node.contentType || "text/plain").toLowerCase();

/** Returns the multipart/alternative that a part is in. */
export function alternativeOf(node: MimeNode): MimeNode | undefined {
  for (let parent = node.parentNode; parent; parent = parent.parentNode) {
    if (parent.multipart === "alternative") return parent;
  }
  return undefined;
}

/** Returns a part's name: without a path, and one for its type if it has none. */
export function nameOf(node: MimeNode): string {
  const name = (node.filename || "")
    .replace(/^.*[/\\]/s, "")
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  if (name === "" || /^\.+$/.test(name)) return NAMES[mediaType(node)] ?? "file.bin";
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : "";
  return name.length > NAME_MAX ? name.slice(0, NAME_MAX - ending.length).toWellFormed() + ending : name;
}

/** Returns a part's Content-ID, without its angle brackets. */
export const contentIdOf = (node: MimeNode): string =>
  node.headers ? node.headers.getFirst("Content-ID").trim().replace(/^<|>$/g, "") : "";
