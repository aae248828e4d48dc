import { cp, mkdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { buildIfChanged } from "../build.ts";
import { print } from "../console.ts";
import { projectRoot } from "../launch/project-root.mjs";
import { findRuntime } from "../launch/runtime.mjs";
import { runCommand } from "../run-command.ts";
import { tracePackages } from "./trace-packages.ts";

/*
 * Copies what the service needs at runtime into a folder for the container image: sources, the build, the runtime,
 * and those files of packages that are loaded. Usage: node server/launch.mjs server/image/collect.ts FOLDER [BUILD
 * FOLDER]
 */
const SOURCES = [
  "app",
  "client",
  "components",
  "instrumentation-client.ts",
  "lib",
  "platform",
  "gate",
  "routes",
  "LICENSE",
  "next.config.js",
  "package-lock.json",
  "package.json",
  "postcss.config.js",
  "prisma",
  "public",
  "server",
  "tsconfig.json",
  "widget",
];
// Not needed at runtime: the cache for the next build, traces and types.
const NOT_OF_BUILD = new Set(["cache", "trace", "trace-build", "types", "dev", "diagnostics"]);

await runCommand(async () => {
  const [folder, buildDir = ".next"] = process.argv.slice(2);
  if (!folder) throw new Error("say into which folder: node server/launch.mjs server/image/collect.ts FOLDER");
  const target = resolve(folder);
  await buildIfChanged(buildDir);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const put = (path: string, as = path) => cp(join(projectRoot, path), join(target, as), { recursive: true });
  for (const source of SOURCES) await put(source);
  await cp(join(projectRoot, buildDir), join(target, ".next"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !NOT_OF_BUILD.has(relative(join(projectRoot, buildDir), path)) && !path.endsWith(".map"),
  });
  for (const file of await tracePackages(buildDir)) await put(file);
  await mkdir(join(target, "node_modules/.bin"), { recursive: true });
  await cp(findRuntime(), join(target, "node_modules/.bin/node"));
  print(`Wrote what the service needs to ${target}.`);
});
