import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

export type Import = { from: string; typeOnly: boolean };
export type SourceFile = { path: string; source: string; imports: Import[] };

const ROOT = join(import.meta.dirname, "..", "..", "..");
const FOLDERS = ["app", "client", "components", "gate", "lib", "platform", "prisma", "routes", "server", "widget"];
const ALIASES: [prefix: string, folder: string][] = [
  ["#client/", "client/"],
  ["#lib/", "lib/"],
  ["#platform/", "platform/"],
  ["#gate/", "gate/"],
  ["#routes/", "routes/"],
  ["#components/", "components/"],
];

const IMPORT = /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*["']([^"']+)["']/g;

// Where an import leads, as a path from the project's root; a package keeps its name.
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const [prefix, folder] = ALIASES.find(([name]) => specifier.startsWith(name)) ?? [];
  return prefix && folder ? folder + specifier.slice(prefix.length) : specifier;
}

/** A source file with its import lines read. */
export function sourceFile(path: string, source: string): SourceFile {
  const lines = [...source.matchAll(IMPORT)].map(([, type, name = ""]) => ({ typeOnly: Boolean(type), name }));
  const calls = [...source.matchAll(DYNAMIC_IMPORT)].map(([, name = ""]) => ({ typeOnly: false, name }));
  const imports = [...lines, ...calls].map(({ typeOnly, name }) => ({ typeOnly, from: resolve(path, name) }));
  return { path, source, imports };
}

/** Every source file of the product. */
export function readSourceTree(): SourceFile[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const config = ["next.config.js", "prisma.config.ts"].map((file) => join(ROOT, file));
  return [...files, ...config]
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
    .map((file) => ({ file, path: relative(ROOT, file).split(sep).join("/") }))
    .filter(({ path }) => !path.startsWith("prisma/generated/"))
    .map(({ file, path }) => sourceFile(path, readFileSync(file, "utf8")));
}
