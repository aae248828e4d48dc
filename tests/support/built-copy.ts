import { execFileSync } from "node:child_process";
import { cp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join, matchesGlob, relative } from "node:path";
import { testEnvironment } from "./environment.ts";

/** Copies what the image is built from into a folder, with the packages and the build of this checkout. */
export async function copyBuilt(folder: string): Promise<void> {
  const ignored = (await readFile(".dockerignore", "utf8")).split("\n").filter((line) => /^[^#]/.test(line));
  const isCopied = (path: string) => !ignored.some((pattern) => matchesGlob(path, pattern));
  for (const entry of await readdir(".")) {
    if (isCopied(entry)) await cp(entry, join(folder, entry), { recursive: true, filter: isCopied });
  }
  await cp(testEnvironment.buildDir, join(folder, ".next"), { recursive: true, verbatimSymlinks: true });
  for (const made of ["prisma/generated", "public/service-worker.js", "public/widget"]) {
    await cp(made, join(folder, made), { recursive: true });
  }
  // Links take less time than copies. npm writes into none of the files but its own record.
  execFileSync("cp", ["--archive", "--link", "node_modules", folder]);
  const record = join(folder, "node_modules/.package-lock.json");
  await rm(record);
  await cp("node_modules/.package-lock.json", record);
}

/** Returns every file of a folder with its size and when it was changed. */
export async function contents(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return `${relative(folder, path)} ${size} ${mtimeMs}`;
    }),
  );
}
