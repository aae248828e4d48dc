import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const outputFolder = join(root, "public", "widget");

type BuiltFile = { name: string; text: string };

/** Builds the loader and the panel into public/widget, with a manifest that names the panel's hashed files. */
export async function buildWidget(): Promise<void> {
  for (const file of await bundleAll()) await writeFile(join(outputFolder, file.name), file.text);
}

async function bundleAll(): Promise<BuiltFile[]> {
  const [loader, script, style] = await Promise.all([
    bundle("widget/loader/loader.ts"),
    bundle("widget/panel/panel.tsx"),
    bundle("widget/panel/panel.css"),
  ]);
  const files = { script: hashedName("panel", "js", script), style: hashedName("panel", "css", style) };
  await mkdir(outputFolder, { recursive: true });
  await removeOldPanels(Object.values(files));
  return [
    { name: "loader.js", text: loader },
    { name: files.script, text: script },
    { name: files.style, text: style },
    { name: "manifest.json", text: JSON.stringify(files) },
  ];
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome111", "firefox115", "safari16"],
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild made nothing of ${entry}`);
  return file.text.trim();
}

function hashedName(name: string, extension: string, text: string): string {
  return `${name}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${extension}`;
}

async function removeOldPanels(keep: string[]): Promise<void> {
  const old = (await readdir(outputFolder)).filter((name) => name.startsWith("panel-") && !keep.includes(name));
  await Promise.all(old.map((name) => rm(join(outputFolder, name))));
}

if (import.meta.main) {
  const files = await bundleAll();
  for (const { name, text } of files) await writeFile(join(outputFolder, name), text);
  for (const { name, text } of files) {
    process.stdout.write(`${name.padEnd(24)} ${Buffer.byteLength(text)} bytes, ${gzipSync(text).length} gzipped\n`);
  }
}
