import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

// Node loads the tests and their TypeScript without Playwright's compiler, but no JSX.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith("file:") || !url.endsWith(".tsx")) return nextLoad(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), { loader: "tsx", jsx: "automatic" });
    return { format: "module", source: code, shortCircuit: true };
  },
});

// Playwright takes the stack of every expect and call, and maps it back to TypeScript. Node's stripping moves nothing.
Reflect.deleteProperty(Error, "prepareStackTrace");
