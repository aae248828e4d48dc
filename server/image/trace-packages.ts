import { existsSync, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "../launch/project-root.mjs";

type Options = { base: string; ignore: (path: string) => boolean };
type Trace = (entries: string[], options: Options) => Promise<{ fileList: Set<string> }>;

const require = createRequire(join(projectRoot, "package.json"));

// Maps, types and texts; what only development or a build loads; and pictures, which are served as they are.
const NOT_LOADED =
  /\.map$|\.d\.[cm]?ts$|\.md$|\.runtime\.dev\.js$|^node_modules\/(next\/dist\/docs|@?esbuild|@img|sharp|typescript|caniuse-lite)\//;

const ENTRIES = ["server/{start,worker,jobs,owner,backup,restore,move}.ts", "app/**/route.ts"];

/** Every file of a package that the running service can load, below the project's folder. */
export async function tracePackages(buildDir: string): Promise<string[]> {
  const imported = await importedPackages();
  // What Next builds standalone servers with. It has no types.
  const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft") as { nodeFileTrace: Trace };
  const ofNext = new Set(await filesOfNext(buildDir));
  // Bundles take long to read, and Next has read its own.
  const ignore = (path: string) => NOT_LOADED.test(path) || (ofNext.has(path) && path.includes("/compiled/"));
  const { fileList } = await nodeFileTrace(imported, { base: projectRoot, ignore });
  const files = new Set([...fileList, ...ofNext]);
  const loaded = [...files].filter((file) => file.startsWith("node_modules/") && !NOT_LOADED.test(file));
  return [...new Set([...loaded, ...loaded.flatMap(describedBy)])];
}

// It says how to load a package; the trace omits it for a file that it begins with.
function describedBy(file: string): string[] {
  const path = `${/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]}/package.json`;
  return existsSync(join(projectRoot, path)) ? [path] : [];
}

/** What Next says of itself that its server loads; pictures are not worked on here (images.unoptimized). */
async function filesOfNext(buildDir: string): Promise<string[]> {
  const { files } = JSON.parse(await readFile(join(projectRoot, buildDir, "next-server.js.nft.json"), "utf8"));
  // Started by a program of one's own it looks for these too, though nothing of them is run.
  const webpack = globSync("node_modules/next/dist/compiled/{webpack,@babel/runtime}/**/*.{js,json}", {
    cwd: projectRoot,
  });
  return [...(files as string[]).map((file) => relative(projectRoot, join(projectRoot, buildDir, file))), ...webpack];
}

/** The packages' files that our own code imports, by way of all of its imports. */
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
