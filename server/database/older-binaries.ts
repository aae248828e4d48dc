import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { reasonIn, StartError } from "../process/start-error.ts";
import { type Binaries, binariesPackage, prepareBinaries } from "./binaries.ts";

/** Installs the newest PostgreSQL of an older version into a folder, by npm. */
export async function installOlderBinaries(major: number, folder: string): Promise<Binaries> {
  const name = binariesPackage();
  const versions = JSON.parse(await npm(["view", name, "versions", "--json"])) as string[];
  const version = versions.findLast((one) => one.startsWith(`${major}.`));
  if (version === undefined) throw new StartError(`npm has no ${name} with PostgreSQL ${major}`);
  await mkdir(folder, { recursive: true });
  await npm([
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    `${name}@${version}`,
  ]);
  return prepareBinaries(join(folder, "node_modules", name));
}

async function npm(args: string[]): Promise<string> {
  const child = spawn("npm", args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  const pieces = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (pieces[name] += text));
  const code = await new Promise<number>((resolve) => {
    child.once("error", ({ message }) => {
      pieces.stderr += message;
      resolve(1);
    });
    child.once("close", (ended) => resolve(ended ?? 1));
  });
  if (code === 0) return pieces.stdout;
  throw new StartError(`npm couldn't get the older PostgreSQL: ${reasonIn(pieces.stderr)}`);
}
