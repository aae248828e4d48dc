import module from "node:module";
import { resolve } from "node:path";
import { projectRoot } from "./project-root.mjs";

/** Keeps the compiled code of the modules that this process loads from now on, for its next start. */
export function keepCompiledCode() {
  // It's removed with the packages. If it can't be written, Node compiles as usual.
  module.enableCompileCache(resolve(projectRoot, "node_modules/.cache/site-inbox/compiled"));
}
