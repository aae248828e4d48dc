import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

const PROJECT = join(import.meta.dirname, "..", "..");
const GROUP = /^\(.+\)$/;
// The start, Next's own, and the dashboard's pages without a workspace, which lead to those in one.
const OTHERS = ["", "_next", "inbox", "waiting", "settings"];

/**
 * Returns a function that tells paths whose first segment belongs to no page, route or public file. Next would render
 * its not-found page for each of them.
 */
export function openPageRoots(project = PROJECT): (path: string[]) => boolean {
  const ofApp = readdirSync(join(project, "app"), { recursive: true, encoding: "utf8" }).map((file) =>
    file.split(sep).find((segment) => !GROUP.test(segment)),
  );
  const roots = new Set([...ofApp, ...readdirSync(join(project, "public")), ...OTHERS]);
  return ([first = ""]) => !roots.has(first);
}
