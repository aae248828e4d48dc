import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What `buildWidget` left in public/widget: the loader's text and the addresses of the panel's files. */
export type BuiltWidget = { loader: string; script: string; style: string };

let built: { widget: BuiltWidget; at: number } | undefined;

/** Read once for each build: a new build while the service runs removes the files that the last manifest named. */
export function builtWidget(): BuiltWidget {
  const folder = join(process.cwd(), "public", "widget");
  const manifestFile = join(folder, "manifest.json");
  const at = statSync(manifestFile).mtimeMs;
  if (built?.at !== at) built = { widget: readBuiltWidget(folder, manifestFile), at };
  return built.widget;
}

function readBuiltWidget(folder: string, manifestFile: string): BuiltWidget {
  const manifest: { script: string; style: string } = JSON.parse(readFileSync(manifestFile, "utf8"));
  return {
    loader: readFileSync(join(folder, "loader.js"), "utf8"),
    script: `/widget/${manifest.script}`,
    style: `/widget/${manifest.style}`,
  };
}
