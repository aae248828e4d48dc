import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(fileURLToPath(import.meta.url), "../../..");

/** Whether this is the package that `npm pack` writes (server/package.ts), not a clone. */
export const isPacked = basename(projectRoot) === ".packed";

/** Returns the text of a file, or undefined if it's missing. */
export function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

export const hashOf = (text) => createHash("sha256").update(text).digest("hex");

/** Creates an error for the operator. Only its message is shown. */
export const launchError = (message) => Object.assign(new Error(message), { launchError: true });
