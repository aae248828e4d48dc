import module from "node:module";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isPacked, projectRoot } from "./project-root.mjs";

/** Keeps the compiled code of the modules that this process loads from now on, for its next start. */
export function keepCompiledCode() {
  // In a clone, it's removed with the packages. If it can't be written, Node compiles as usual.
  const cache = isPacked ? process.env.XDG_CACHE_HOME || usualCache() : resolve(projectRoot, "node_modules/.cache");
  module.enableCompileCache(join(cache, "site-inbox/compiled"));
}

// An account may have no home. What's in the data folder is then this account's, too.
function usualCache() {
  try {
    return join(homedir(), ".cache");
  } catch {
    return join(process.env.DATA_DIR ?? ".", "cache");
  }
}
