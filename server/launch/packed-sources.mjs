// Preloaded in each process of a package. Node strips no types below node_modules, so server/package.ts has done that.
import { registerHooks } from "node:module";
import { nameOfExternal } from "./packed.mjs";

const ROOT = new URL("../../", import.meta.url).href;
const BUILD = new URL(".next/", ROOT).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(context.parentURL?.startsWith(BUILD) ? nameOfExternal(specifier) : specifier, context),
  load: (url, context, next) =>
    next(url, url.startsWith(ROOT) && url.endsWith(".ts") ? { ...context, format: "module" } : context),
});
