import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What `buildWidget` left in public/widget: the loader, and the panel's files with the addresses they are served at. */
export type BuiltWidget = {
  loader: string;
  script: string;
  style: string;
  panelFiles: ReadonlyMap<string, { text: string; type: string }>;
};

let built: { widget: BuiltWidget; at: number } | undefined;

/** Read once for each build, which may happen while the service runs. */
export function builtWidget(): BuiltWidget {
  const folder = join(process.cwd(), "public", "widget");
  const at = statSync(join(folder, "manifest.json")).mtimeMs;
  if (built?.at !== at) built = { widget: readBuiltWidget(folder), at };
  return built.widget;
}

function readBuiltWidget(folder: string): BuiltWidget {
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const { script, style }: { script: string; style: string } = JSON.parse(read("manifest.json"));
  return {
    loader: read("loader.js"),
    script: `/widget/${script}`,
    style: `/widget/${style}`,
    panelFiles: new Map([
      [script, { text: read(script), type: "text/javascript; charset=utf-8" }],
      [style, { text: read(style), type: "text/css; charset=utf-8" }],
    ]),
  };
}
