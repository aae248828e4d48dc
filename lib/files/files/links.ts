import { isSignatureOf, signParts } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { kindOf } from "./rules.ts";
import type { FileJson, FileQuery, FileSize } from "./schema.ts";
import type { FileRow } from "./statements.ts";

/** Who opens a file: a member, by their session or key, or a visitor, by a signed link. */
export type Viewer = { kind: "member" } | { kind: "visitor"; visitorId: string };

export const viewerOf = (scope: OwnerScope | VisitorScope): Viewer =>
  "userId" in scope ? { kind: "member" } : { kind: "visitor", visitorId: scope.visitorId };

const HALF_AN_HOUR = 1_800;

type SignedFor = { by: "visitor" | "member"; id: string };
type Named = Pick<FileRow, "id" | "name">;

// The name in a link is only for people. One with an encoded slash or dot would be another path to some proxies, and is refused.
const ENCODED = /%(?=[\da-f]{2})/gi;
// Lone surrogates can't be encoded. None is stored.
const pathOf = ({ id, name }: Named) => `/files/${id}/${encodeURIComponent(name.replace(ENCODED, "_"))}`;

// The same for half an hour, so that a browser finds the file in its cache, and valid for at least as long.
const expiryAt = (now: number) => (Math.floor(now / 1_000 / HALF_AN_HOUR) + 2) * HALF_AN_HOUR;

/** Returns a link that one person can open for half an hour to an hour, on `FILES_URL` if there's one. */
export function signedFileUrl(file: Named, { by, id }: SignedFor, size?: FileSize, now = Date.now()): string {
  const { FILES_URL, BASE_URL } = env();
  const expires = String(expiryAt(now));
  const signature = signParts("file", [file.id, by, id, expires]);
  const query = new URLSearchParams({ [by]: id, expires, signature, ...(size && { size }) });
  return `${FILES_URL ?? BASE_URL}${pathOf(file)}?${query}`;
}

function memberUrl(file: FileRow, size?: FileSize): string {
  const query = new URLSearchParams({ workspaceId: file.workspaceId, ...(size && { size }) });
  return `${env().BASE_URL}${pathOf(file)}?${query}`;
}

type Links = Pick<FileJson, "url" | "thumbnailUrl" | "previewUrl">;

/** Returns the addresses of a file for someone who sees its message. */
export function fileLinks(file: FileRow, viewer: Viewer): Links {
  const urlOf = (size?: FileSize) =>
    viewer.kind === "member"
      ? memberUrl(file, size)
      : signedFileUrl(file, { by: "visitor", id: viewer.visitorId }, size);
  if (kindOf(file) !== "image") return { url: urlOf() };
  return { url: urlOf(), thumbnailUrl: urlOf("small"), previewUrl: urlOf("large") };
}

/** Reads which person a link was signed for. Null if it isn't signed, or not by this service. */
export function readSignedLink(
  fileId: string,
  { visitor, member, expires = "", signature = "" }: FileQuery,
  now = Date.now(),
): (SignedFor & { isExpired: boolean }) | null {
  const by = visitor === undefined ? "member" : "visitor";
  const id = visitor ?? member ?? "";
  if (!isSignatureOf("file", [fileId, by, id, expires], signature)) return null;
  return { by, id, isExpired: Number(expires) * 1_000 < now };
}
