import type { SourceFile } from "./source-tree.ts";

/** Floors from the bottom up. A file imports from its own floor and from those below it. */
const FLOORS = ["platform", "lib", "gate", "routes"];

/** The top-level folders whose rooms must not import each other in a circle. */
const WITHOUT_CIRCLES = ["platform", "lib", "components"];

/** The districts of lib from the bottom up, in the order of ARCHITECTURE.md. */
export const DISTRICTS = [
  "base",
  "outbox",
  "files",
  "sites",
  "team",
  "desk",
  "live",
  "notify",
  "widget",
  "data",
  "people",
];

/**
 * A room is a folder in a top-level folder, or in a district of lib; a file directly in a top-level folder is a room of
 * its own.
 */
const roomOf = (path: string) =>
  path
    .split("/")
    .slice(0, path.startsWith("lib/") ? 3 : 2)
    .join("/");
const floorOf = (path: string) => FLOORS.indexOf(path.split("/")[0] ?? "");

/** Lists the imports that point upward. Above the floors are app, components, client, widget and server. */
export function upwardImports(tree: SourceFile[]): string[] {
  return tree
    .filter(({ path }) => floorOf(path) >= 0)
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ from }) =>
            /^(app|components|client|widget|server|tests|bench)\//.test(from) || floorOf(from) > floorOf(path),
        )
        .map(({ from }) => `${path} imports ${from}`),
    );
}

/** Lists what's in no district of lib, and the imports within lib that point to a later district. */
export function upwardInLib(tree: SourceFile[]): string[] {
  const districtOf = (path: string) => DISTRICTS.indexOf(path.split("/")[1] ?? "");
  return tree
    .filter(({ path }) => path.startsWith("lib/"))
    .flatMap(({ path, imports }) =>
      districtOf(path) < 0
        ? [`${path} is in no district`]
        : imports
            .filter(({ from }) => from.startsWith("lib/") && districtOf(from) > districtOf(path))
            .map(({ from }) => `${path} imports ${from}`),
    );
}

/** Lists the circles among the rooms of a top-level folder, each as the path that leads back to its start. */
export function circles(tree: SourceFile[]): string[] {
  const neighbors = new Map<string, Set<string>>();
  for (const { path, imports } of tree) {
    const top = path.split("/")[0] ?? "";
    if (!WITHOUT_CIRCLES.includes(top)) continue;
    const targets = imports.filter(({ from }) => from.startsWith(`${top}/`)).map(({ from }) => roomOf(from));
    const known = neighbors.get(roomOf(path)) ?? new Set();
    for (const target of targets) if (target !== roomOf(path)) known.add(target);
    neighbors.set(roomOf(path), known);
  }
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (room: string, way: string[]) => {
    const start = way.indexOf(room);
    if (start >= 0) return void found.push([...way.slice(start), room].join(" > "));
    if (done.has(room)) return;
    for (const next of neighbors.get(room) ?? []) visit(next, [...way, room]);
    done.add(room);
  };
  for (const room of neighbors.keys()) visit(room, []);
  return found;
}
