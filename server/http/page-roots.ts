import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildFolder } from "#platform/env.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
// The start, Next's own, and the dashboard's pages without a workspace, which lead to those in one.
const OTHERS = ["", "_next", "inbox", "waiting", "reports", "settings"];

/**
 * Returns a function that tells paths whose first segment belongs to no page, route or public file of the build. Next would
 * render its not-found page for each of them.
 */
export function openPageRoots(build = join(PROJECT, buildFolder())): (path: string[]) => boolean {
  const routes: Record<string, string> = JSON.parse(readFileSync(join(build, "app-path-routes-manifest.json"), "utf8"));
  const ofApp = Object.values(routes).map((route) => route.split("/")[1] ?? "");
  const roots = new Set([...ofApp, ...readdirSync(join(PROJECT, "public")), ...OTHERS]);
  return ([first = ""]) => !roots.has(first);
}
