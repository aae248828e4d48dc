import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { benchFolder } from "../world/folder.ts";

type Node = { id: number; callFrame: { functionName: string; url: string } };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };
type Share = { where: string; share: number };

const FOLDER = benchFolder("profiles");
const SHOWN = 14;
const NOT_WORK = new Set(["(idle)", "(root)"]);

/** What makes a Node process write down, at its end, where it spent its time. */
export const PROFILING = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${FOLDER}` };

/** Whose code a function is: a package's, a module's of Node, a folder's of ours, or the engine's own. */
function ownerOf({ functionName, url }: Node["callFrame"]): string {
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name) return name;
  if (url.startsWith("node:")) return url.replace(/^node:internal\/([^/]+).*/, "node:$1");
  const [, folder] = /\/((?:lib|server|app|prisma)(?:\/[\w-]+)*)\/[^/]+$/.exec(url) ?? [];
  return folder ?? functionName;
}

/** Where the CPU time of the processes that have ended since the last call went, the most first. */
export function takeProfile(): Share[] {
  const spent = new Map<string, number>();
  for (const name of globSync("*.cpuprofile", { cwd: FOLDER })) {
    const path = join(FOLDER, name);
    addProfile(JSON.parse(readFileSync(path, "utf8")) as Profile, spent);
    rmSync(path);
  }
  const all = [...spent.values()].reduce((total, one) => total + one, 0);
  return [...spent]
    .map(([where, micros]) => ({ where, share: micros / all }))
    .sort((a, b) => b.share - a.share)
    .slice(0, SHOWN);
}

function addProfile({ nodes, samples, timeDeltas }: Profile, spent: Map<string, number>): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || NOT_WORK.has(frame.functionName)) continue;
    const where = ownerOf(frame);
    spent.set(where, (spent.get(where) ?? 0) + (timeDeltas[at] ?? 0));
  }
}
