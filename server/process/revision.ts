import { join } from "node:path";
import type { Revision } from "#platform/version.ts";
import { readIfThere } from "../launch/project-root.mjs";

/** Reads which version a folder has. */
export function readRevision(folder: string): Revision {
  // A package has the commit that it was made from in its package.json.
  const { version = "unknown", commit = readCommit(join(folder, ".git")) } = JSON.parse(
    readIfThere(join(folder, "package.json")) ?? "{}",
  ) as Partial<Revision>;
  return { version, ...(commit !== undefined && { commit }) };
}

// Without git, which an image or a host may not have.
function readCommit(folder: string): string | undefined {
  const head = readIfThere(join(folder, "HEAD"))?.trim();
  const [, ref] = /^ref: (.+)$/.exec(head ?? "") ?? [];
  if (ref === undefined) return head;
  const packed = readIfThere(join(folder, "packed-refs"))?.split("\n");
  return readIfThere(join(folder, ref))?.trim() ?? packed?.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}
