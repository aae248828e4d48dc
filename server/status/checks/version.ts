import { join } from "node:path";
import { projectRoot, readIfThere } from "../../launch/project-root.mjs";
import type { Check } from "../check.ts";

/** The version in a folder, and the commit if it's a clone, such as "0.1.0 (4fe2a9c)". */
export function readRevision(folder: string): string {
  const { version } = JSON.parse(readIfThere(join(folder, "package.json")) ?? "{}") as { version?: string };
  const commit = readCommit(join(folder, ".git"));
  return commit === undefined ? String(version) : `${version} (${commit.slice(0, 7)})`;
}

// Without git, which an image or a host may not have.
function readCommit(folder: string): string | undefined {
  const head = readIfThere(join(folder, "HEAD"))?.trim();
  const [, ref] = /^ref: (.+)$/.exec(head ?? "") ?? [];
  if (ref === undefined) return head;
  const packed = readIfThere(join(folder, "packed-refs"))
    ?.split("\n")
    .find((line) => line.endsWith(` ${ref}`));
  return readIfThere(join(folder, ref))?.trim() ?? packed?.split(" ")[0];
}

const running = readRevision(projectRoot);

/** Which version runs, and whether its folder has another by now. */
export const version: Check = {
  name: "version",
  everySeconds: 300,
  isOfHost: true,
  async find() {
    const there = readRevision(projectRoot);
    if (there === running) return { state: "good", says: `Version ${running} is running.` };
    return {
      state: "warning",
      says: `Version ${running} is running, and its folder has ${there}.`,
      todo: "Restart the service to run what's there.",
    };
  },
};
