import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export type Loaders = {
  plain: string;
  /** For sites with greetings. */
  greets: string;
  /** For sites that greet by their hours, or hide the button while they're closed. */
  knowsHours: string;
};

/** What `buildWidget` wrote to public/widget: the host page's scripts, and the panel's files with their URLs. */
export type BuiltWidget = {
  loaders: Loaders;
  /** The second script of a page with the widget. */
  dialog: { text: string; version: string };
  script: string;
  style: string;
  /** The URLs of what loads later, by the part's name. */
  parts: ReadonlyMap<string, string>;
  /** The URL of each language's texts. */
  words: ReadonlyMap<string, string>;
  panelFiles: ReadonlyMap<string, { text: string; type: string }>;
};

type Manifest = {
  dialogVersion: string;
  script: string;
  style: string;
  /** What loads later. */
  parts: string[];
  words: Record<string, string>;
};

const TYPES: Record<string, string> = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };

let built: { widget: BuiltWidget; at: number } | undefined;

/** Read once per build. A build may happen while the service runs. */
export function builtWidget(): BuiltWidget {
  const folder = join(process.cwd(), "public", "widget");
  const at = statSync(join(folder, "manifest.json")).mtimeMs;
  if (built?.at !== at) built = { widget: readBuiltWidget(folder), at };
  return built.widget;
}

function readBuiltWidget(folder: string): BuiltWidget {
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const { dialogVersion, script, style, parts, words }: Manifest = JSON.parse(read("manifest.json"));
  const files = [script, style, ...parts, ...Object.values(words)];
  const served = (name: string) => ({ text: read(name), type: TYPES[name.split(".").at(-1) ?? ""] ?? "" });
  return {
    loaders: { plain: read("loader.js"), greets: read("loader-greets.js"), knowsHours: read("loader-hours.js") },
    dialog: { text: read("dialog.js"), version: dialogVersion },
    script: `/widget/${script}`,
    style: `/widget/${style}`,
    parts: new Map(parts.map((name) => [name.split("-")[0] ?? "", `/widget/${name}`])),
    words: new Map(Object.entries(words).map(([language, name]) => [language, `/widget/${name}`])),
    panelFiles: new Map(files.map((name) => [name, served(name)])),
  };
}
