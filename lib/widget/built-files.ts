import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What `buildWidget` left in public/widget: the loader's text and the addresses of the panel's files. */
export type BuiltWidget = { loader: string; script: string; style: string };

let built: BuiltWidget | undefined;

export function builtWidget(): BuiltWidget {
  built ??= readBuiltWidget(join(process.cwd(), "public", "widget"));
  return built;
}

function readBuiltWidget(folder: string): BuiltWidget {
  const manifest: { script: string; style: string } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return {
    loader: readFileSync(join(folder, "loader.js"), "utf8"),
    script: `/widget/${manifest.script}`,
    style: `/widget/${manifest.style}`,
  };
}
