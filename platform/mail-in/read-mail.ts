import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MimeNode } from "@zone-eu/mailsplit";
import { decodeText, decodeWords } from "./charsets.ts";
import { writeLines } from "./fold.ts";
import { type FoldedLines, foldLines } from "./fold-lines.ts";
import { firstOf, type Headers, readHeaderId, readHeaders, valuesOf } from "./headers.ts";
import { LINE_COST, type MailImage, TEXT_MAX } from "./line-writer.ts";
import { machineReason } from "./machine.ts";
import { readMailboxes } from "./mailboxes.ts";
import { type MimeLeaf, type MimeParts, readParts } from "./mime-parts.ts";
import { type DeliveryReport, type MailLine, type MailPart, OTHER_VERSION, type ParsedMail } from "./parsed-mail.ts";
import {
  alternativeOf,
  contentIdOf,
  isEncrypting,
  isOtherVersion,
  isReport,
  isSigning,
  mediaType,
  nameOf,
} from "./part-kinds.ts";
import { placeOf } from "./picture-place.ts";
import { readReport } from "./report.ts";
import { chooseText, type MailText, type TextGroup, type TextPart } from "./text-source.ts";

const RETURNED_MAX = 64 * 1024;
const RECIPIENT_FIELDS = ["delivered-to", "x-original-to", "envelope-to", "to", "cc"];
const PGP = /^-----BEGIN PGP MESSAGE-----/;

/** Parses the mail at `path`, and writes its files into `folder`. */
export async function readMail({ path, folder }: { path: string; folder: string }): Promise<ParsedMail> {
  const found = await readParts(path, folder);
  const headers = readHeaders(found.root.getHeaders());
  const text = chooseText(groupTexts(found.leaves));
  const { lines, isCut } = limitLines(text.lines);
  const isWhole = text.isWhole && !isCut && !found.leaves.some(isSpilled);
  const written = await writeTexts({ ...text, isWhole }, found.leaves, folder);
  const isEncrypted =
    found.leaves.some(({ node }) => isEncrypting(node) || (node.parentNode && isEncrypting(node.parentNode))) ||
    PGP.test(lines.find((line) => line.text.trim() !== "")?.text ?? "");
  return {
    ...readAddresses(headers),
    headers,
    subject: decodeWords(firstOf(headers, "subject")).replace(/\s+/g, " ").trim(),
    date: firstOf(headers, "date"),
    headerId: readHeaderId(firstOf(headers, "message-id")),
    lines,
    isWhole,
    isEncrypted,
    parts: [...listFiles(found, text), ...written],
    report: await readReportOf(found.leaves),
    machine: machineReason(headers),
  };
}

function readAddresses(headers: Headers): Pick<ParsedMail, "from" | "fromFields" | "to" | "cc" | "recipients"> {
  const mailboxes = (name: string) => valuesOf(headers, name).flatMap(readMailboxes);
  const recipients = RECIPIENT_FIELDS.flatMap(mailboxes)
    .map(({ address }) => address)
    .filter(Boolean);
  return {
    from: mailboxes("from"),
    fromFields: valuesOf(headers, "from").length,
    to: mailboxes("to"),
    cc: mailboxes("cc"),
    recipients: [...new Set(recipients)],
  };
}

const isSpilled = ({ isShown, path }: MimeLeaf) => isShown && path !== undefined;

function groupTexts(leaves: readonly MimeLeaf[]): TextGroup[] {
  const groups = new Map<MimeNode, TextPart[]>();
  for (const { node, content, isShown } of leaves) {
    if (!content || !isShown) continue;
    const key = alternativeOf(node) ?? node;
    const group = groups.get(key) ?? [];
    group.push({
      kind: mediaType(node) === "text/html" ? "html" : "plain",
      text: decodeText(content, node.charset || "").text,
      flowed: node.flowed,
      delSp: node.delSp,
    });
    groups.set(key, group);
  }
  return [...groups.values()];
}

function limitLines(lines: MailLine[]): { lines: MailLine[]; isCut: boolean } {
  let left = TEXT_MAX;
  for (const [at, line] of lines.entries()) {
    const cost = line.text.length + LINE_COST;
    if (cost > left) {
      const text = line.text.slice(0, Math.max(0, left - LINE_COST)).toWellFormed();
      return { lines: [...lines.slice(0, at), { ...line, text }], isCut: true };
    }
    left -= cost;
  }
  return { lines, isCut: false };
}

/** Writes the texts as files if not all of them is in the lines, and a version that says something else. */
async function writeTexts(
  { other, isWhole }: MailText,
  leaves: readonly MimeLeaf[],
  folder: string,
): Promise<MailPart[]> {
  const texts = isWhole ? [] : leaves.filter(({ isShown }) => isShown);
  const parts = await Promise.all(
    texts.map(async (leaf) => {
      if (leaf.path !== undefined) return partOf(leaf, { name: nameOf(leaf.node) });
      const { text } = decodeText(leaf.content ?? Buffer.alloc(0), leaf.node.charset || "");
      return writeText(join(folder, `text-${leaves.indexOf(leaf)}`), nameOf(leaf.node), mediaType(leaf.node), text);
    }),
  );
  if (other.length === 0) return parts;
  return [...parts, await writeText(join(folder, "other"), OTHER_VERSION, "text/plain", writeLines(other))];
}

async function writeText(path: string, name: string, type: string, text: string): Promise<MailPart> {
  const bytes = Buffer.from(text);
  await writeFile(path, bytes);
  return { name, mediaType: type, size: bytes.length, path, isQuoted: false, isSignature: false };
}

const partOf = ({ node, size, path = "" }: MimeLeaf, change: Partial<MailPart> = {}): MailPart => ({
  name: nameOf(node),
  mediaType: mediaType(node),
  size,
  path,
  isQuoted: false,
  isSignature: isSigning(node),
  ...change,
});

function listFiles({ leaves, rest }: MimeParts, { lines, images }: MailText): MailPart[] {
  const folded = images.length > 0 ? foldLines(lines, null) : undefined;
  const files = leaves
    .filter(({ node, isShown }) => !isShown && !isReport(node) && !isOtherVersion(node))
    .map((leaf) => partOf(leaf, folded ? placeLeaf(leaf, images, folded) : {}));
  if (!rest) return files;
  const { path, size } = rest;
  return [
    ...files,
    { name: "more-parts.eml", mediaType: "message/rfc822", size, path, isQuoted: false, isSignature: false },
  ];
}

function placeLeaf({ node }: MimeLeaf, images: readonly MailImage[], folded: FoldedLines): Partial<MailPart> {
  const id = contentIdOf(node);
  const shown = id === "" ? [] : images.filter((image) => image.id === id);
  if (shown.length === 0) return {};
  const shownAt = shown.map(({ depth, line }) => ({ depth, line }));
  const { isQuoted, isSignature } = placeOf(shownAt, folded);
  return { isQuoted, isSignature: isSigning(node) || isSignature, shownAt };
}

/** Reads what a delivery report says, with the header of the mail that it returns. */
async function readReportOf(leaves: readonly MimeLeaf[]): Promise<DeliveryReport | null> {
  const status = leaves.find(({ node }) => /delivery-status$/.test(mediaType(node)));
  if (!status?.content) return null;
  const returned = leaves.find(({ node }) => ["text/rfc822-headers", "message/rfc822"].includes(mediaType(node)));
  const header = returned?.content ?? (await readStart(returned?.path));
  return readReport(decodeText(status.content, "utf-8").text, header.subarray(0, RETURNED_MAX).toString("latin1"));
}

async function readStart(path: string | undefined): Promise<Buffer> {
  if (path === undefined) return Buffer.alloc(0);
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(RETURNED_MAX), 0, RETURNED_MAX, 0);
  return buffer.subarray(0, bytesRead);
}
