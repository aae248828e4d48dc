import { existsSync } from "node:fs";
import { cp, lstat, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join, relative } from "node:path";
import { nameOfExternal } from "./launch/packed.mjs";
import { projectRoot } from "./launch/project-root.mjs";
import { buildIfChanged, rebuildScripts } from "./process/build.ts";
import { print } from "./process/console.ts";
import { readRevision } from "./process/revision.ts";
import { runCommand } from "./process/run-command.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

/* Writes what `npm pack` packs: the built service, with sources that Node runs below node_modules too. */

const PACKED = ".packed";
const BUILD = ".next";
const CONTENTS = [
  ...["app", "client", "components", "gate", "lib", "platform", "prisma", "public", "routes", "server"],
  ...[BUILD, "next.config.js"],
];
// What only a build or a reader needs, and links, which npm doesn't pack.
const LEFT_OUT = /\.(?:tsx|map|md)$|\.nft\.json$|^\.next\/(?:cache|dev|diagnostics|lock|node_modules|trace|types)/;

type Locked = { dev?: boolean; devOptional?: boolean; devDependencies?: Record<string, string> };
type Lock = { packages: Record<string, Locked> & { "": Locked } };

await runCommand(async () => {
  await buildIfChanged(BUILD, stopSignal());
  await rebuildScripts(BUILD);
  await requireNames();
  await rm(PACKED, { recursive: true, force: true });
  for (const entry of CONTENTS) await cp(entry, join(PACKED, entry), { recursive: true, filter: isNeeded });
  await stripTypes();
  await writeManifest();
  await writeShrinkwrap();
  print(`Wrote ${PACKED}, for npm pack.`);
}, "cannot be packed");

// The package has none of these links, so their names have to say what they're of.
async function requireNames(): Promise<void> {
  const links = join(BUILD, "node_modules");
  for (const name of existsSync(links) ? await readdir(links, { recursive: true }) : []) {
    const path = join(links, name);
    if (!(await lstat(path)).isSymbolicLink()) continue;
    const { name: real } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
    if (nameOfExternal(name.replaceAll("\\", "/")) === real) continue;
    throw new StartError(`the build names ${real} ${name}, which server/launch/packed.mjs doesn't know`);
  }
}

function isNeeded(path: string): boolean {
  return !LEFT_OUT.test(relative(projectRoot, path).replaceAll("\\", "/"));
}

// Positions stay the same, so stack traces name the lines of the sources.
async function stripTypes(): Promise<void> {
  const entries = await readdir(PACKED, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
    const path = join(entry.parentPath, entry.name);
    await writeFile(path, stripTypeScriptTypes(await readFile(path, "utf8")));
  }
}

async function writeManifest(): Promise<void> {
  const { name, type, imports } = JSON.parse(await readFile("package.json", "utf8"));
  const manifest = { name, ...readRevision(projectRoot), private: true, type, imports };
  await writeFile(join(PACKED, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Pins what the packages need in turn. npm would also install those for development if they were in it. */
async function writeShrinkwrap(): Promise<void> {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as Lock;
  const packages = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const { devDependencies: _, ...root } = lock.packages[""];
  const kept: Lock = { ...lock, packages: { ...Object.fromEntries(packages), "": root } };
  await writeFile("npm-shrinkwrap.json", `${JSON.stringify(kept, undefined, 2)}\n`);
}
