import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildFolder } from "#platform/env.ts";
import type { ApiDocument } from "./openapi.ts";

type Built = { text: string; document: ApiDocument };

/** Returns where a build stores the document. */
export const apiDocumentPath = (folder: string): string => join(process.cwd(), folder, "openapi.json");

let built: (Built & { at: number }) | undefined;

/** Returns the built API document. It's read once per build, which may happen while the service runs. */
export function builtDocument(): Built {
  const path = apiDocumentPath(buildFolder());
  const at = statSync(path).mtimeMs;
  if (built?.at !== at) built = { ...read(path), at };
  return built;
}

function read(path: string): Built {
  const text = readFileSync(path, "utf8");
  return { text, document: JSON.parse(text) };
}
