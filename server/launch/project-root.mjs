import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(fileURLToPath(import.meta.url), "../../..");

/** The text of a file that may be absent. */
export function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

export const hashOf = (text) => createHash("sha256").update(text).digest("hex");

/** An error that the operator can act on; its message is all that is shown. */
export const launchError = (message) => Object.assign(new Error(message), { launchError: true });
