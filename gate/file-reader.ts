import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { findLinkedFile } from "#lib/files/files/linked-file.system.ts";
import { readSignedLink } from "#lib/files/files/links.ts";
import { findFile } from "#lib/files/files/queries.ts";
import type { FileQuery } from "#lib/files/files/schema.ts";
import type { OpenableFile } from "#lib/files/files/statements.ts";
import { AppError } from "#platform/errors.ts";
import { ownerOfRequest } from "./owner-gate.ts";

type Admitted = { file: OpenableFile; member: OwnerScope | null };

/**
 * Finds the file that a request may open: by the signed link that it is, or else by its session or API key. Throws `not_found`,
 * `link_gone` if the link has expired, and the codes of `ownerOfRequest`.
 */
export async function admitFileReader(
  request: Request,
  { fileId, query, clientAddress }: { fileId: string; query: FileQuery; clientAddress: string | null },
): Promise<Admitted> {
  if (query.signature === undefined) {
    const member = await ownerOfRequest(request, "read", clientAddress);
    return { file: found(await findFile(member, fileId)), member };
  }
  const link = readSignedLink(fileId, query);
  if (!link) throw new AppError("not_found");
  if (link.isExpired)
    throw new AppError("link_gone", { detail: "This link to the file has expired. Load the messages again." });
  return { file: found(await findLinkedFile(link, fileId)), member: null };
}

function found(file: OpenableFile | null): OpenableFile {
  if (!file) throw new AppError("not_found");
  return file;
}
