import { existsSync, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "../launch/project-root.mjs";

type Options = { base: string; ignore: (path: string) => boolean };
type Trace = (entries: string[], options: Options) => Promise<{ fileList: Set<string> }>;

const require = createRequire(join(projectRoot, "package.json"));

// Source maps, types and texts; what only development or a build loads; and images, which are served unchanged.
const NOT_LOADED =
  /\.map$|\.d\.[cm]?ts$|\.md$|\.runtime\.dev\.js$|^node_modules\/(next\/dist\/docs|@?esbuild|@img|sharp|typescript|caniuse-lite)\//;

const ENTRIES = ["server/{start,worker,jobs,owner,backup,restore,move}.ts", "app/**/route.ts"];

/** Returns every package file that the running service can load, relative to the project's folder. */
export async function tracePackages(buildDir: string): Promise<string[]> {
  const imported = await importedPackages();
  // What Next traces standalone servers with. It has no types.
  const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft") as { nodeFileTrace: Trace };
  const ofNext = new Set(await filesOfNext(buildDir));
  // Bundles are slow to trace, and Next has traced its own.
  const ignore = (path: string) => NOT_LOADED.test(path) || (ofNext.has(path) && path.includes("/compiled/"));
  const { fileList } = await nodeFileTrace(imported, { base: projectRoot, ignore });
  const files = new Set([...fileList, ...ofNext]);
  const loaded = [...files].filter((file) => file.startsWith("node_modules/") && !NOT_LOADED.test(file));
  return [...new Set([...loaded, ...loaded.flatMap(describedBy)])];
}

// Returns the package.json of a file's package, which says how to load it. The trace omits it for its first file.
function describedBy(file: string): string[] {
  const path = `${/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]}/package.json`;
  return existsSync(join(projectRoot, path)) ? [path] : [];
}

/** Returns the files that Next lists for its own server, without its image optimizer (images.unoptimized). */
async function filesOfNext(buildDir: string): Promise<string[]> {
  const { files } = JSON.parse(await readFile(join(projectRoot, buildDir, "next-server.js.nft.json"), "utf8"));
  // A custom server makes Next look for these too, although none of them runs.
  const webpack = globSync("node_modules/next/dist/compiled/{webpack,@babel/runtime}/**/*.{js,json}", {
    cwd: projectRoot,
  });
  return [...(files as string[]).map((file) => relative(projectRoot, join(projectRoot, buildDir, file))), ...webpack];
}

/** Returns the package files that our own code imports, directly or indirectly. */
async function importedPackages(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ENTRIES.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })),
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outdir: "unused",
    logLevel: "error",
  });
  const names = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const external = [...new Set(names)].filter((name) => /^[@a-z]/.test(name) && !name.startsWith("node:"));
  return external.map(resolveImport).filter((path) => path !== undefined);
}

function resolveImport(name: string): string | undefined {
  try {
    const url = import.meta.resolve(name);
    const path = url.startsWith("file:") ? new URL(url).pathname : undefined;
    return path && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
