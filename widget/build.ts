import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { minify } from "terser";
import { WORDS_SEPARATOR } from "./loader/settings.ts";
import type { AskWords, LoaderWords, PanelWords, RatingWords } from "./words/en.ts";

const root = join(import.meta.dirname, "..");
const outputFolder = join(root, "public", "widget");
const wordsFolder = join(root, "widget", "words");

type Words = { loaderWords: LoaderWords; panelWords: PanelWords; ratingWords: RatingWords; askWords: AskWords };
type BuiltFile = { name: string; text: string };

/** Builds the widget's scripts into public/widget, with a manifest of the hashed names. */
export async function buildWidget(): Promise<void> {
  for (const file of await bundleAll()) await writeFile(join(outputFolder, file.name), file.text);
}

/**
 * Builds the dashboard's service worker into public, whose root is what it's in charge of. A new version stores the
 * offline page again.
 */
export async function buildServiceWorker(version: string): Promise<void> {
  const define = { VERSION: JSON.stringify(version) };
  const text = await bundleScript({ entryPoints: ["client/service-worker/worker.ts"], define });
  await writeFile(join(root, "public", "service-worker.js"), text);
}

async function bundleAll(): Promise<BuiltFile[]> {
  const languages = await listLanguages();
  const rating = await bundleSpoken("rating", "rating.tsx", languages, ({ ratingWords }) => ({
    RATING_WORDS: JSON.stringify(ratingWords),
  }));
  const asks = await bundleSpoken("asks", "asks.tsx", languages, ({ askWords }) => ({
    ASK_WORDS: JSON.stringify(askWords),
  }));
  const parts = await bundleParts({
    RATING_PATH: JSON.stringify(rating.path),
    ASKS_PATH: JSON.stringify(asks.path),
  });
  const [dialog, script, style, ...words] = await Promise.all([
    bundleDialog(languages),
    bundlePanel({
      CONVERSATION_PATH: addressOf(parts.conversation),
      CONTACT_PATH: addressOf(parts.contact),
      DETAILS_PATH: addressOf(parts.details),
    }),
    bundle({ entryPoints: ["widget/panel/panel.css"] }),
    ...languages.map(bundleWords),
  ]);
  const version = shortHash(dialog);
  const panel = hashed("panel", "js", script);
  const look = hashed("panel", "css", style);
  const spokenParts = [...rating.files, ...asks.files];
  const spoken = words.map((text, at) => hashed(`words-${languages[at]}`, "js", text));
  const manifest = {
    dialogVersion: version,
    script: panel.name,
    style: look.name,
    parts: [...Object.values(parts), ...spokenParts].map(({ name }) => name),
    words: Object.fromEntries(languages.map((language, at) => [language, spoken[at]?.name])),
  };
  const built = [panel, look, ...Object.values(parts), ...spokenParts, ...spoken];
  await mkdir(outputFolder, { recursive: true });
  await removeAllBut(built);
  return [
    { name: "loader.js", text: await bundleLoader(languages, version) },
    { name: "loader-greets.js", text: await bundleLoader(languages, version, { GREETS: true }) },
    { name: "loader-hours.js", text: await bundleLoader(languages, version, { GREETS: true, HOURS: true }) },
    { name: "dialog.js", text: dialog },
    ...built,
    { name: "manifest.json", text: JSON.stringify(manifest) },
  ];
}

/** Bundles what the panel loads when it's needed. A part that loads another one has its path. */
async function bundleParts(spokenPaths: Record<string, string>) {
  const proof = hashed("proof", "js", await bundlePart("proof.ts"));
  const following = hashed("live", "js", await bundlePart("following.ts"));
  const emoji = hashed("emoji", "js", await bundlePart("emoji-picker.tsx"));
  const formatted = hashed("formatted", "js", await bundlePart("formatted.tsx"));
  const viewer = hashed("viewer", "js", await bundlePart("viewer.tsx"));
  const files = hashed("files", "js", await bundlePart("files.tsx", { VIEWER_PATH: addressOf(viewer) }));
  const attach = hashed("attach", "js", await bundlePart("attach.tsx"));
  const translated = hashed("translated", "js", await bundlePart("translated.ts"));
  const form = hashed("form", "js", await bundlePart("closed-form.tsx"));
  const presence = hashed("presence", "js", await bundlePart("presence.tsx", { FORM_PATH: addressOf(form) }));
  const transcript = hashed("transcript", "js", await bundlePart("transcript.ts"));
  const copy = hashed("copy", "js", await bundlePart("email-copy.tsx"));
  const takeBack = hashed("takeback", "js", await bundlePart("take-back.tsx"));
  const details = hashed(
    "details",
    "js",
    await bundlePart("details.tsx", {
      EMAIL_COPY_PATH: addressOf(copy),
      EMOJI_PATH: addressOf(emoji),
      ATTACH_PATH: addressOf(attach),
      FILES_PATH: addressOf(files),
      FORMATTED_PATH: addressOf(formatted),
      PRESENCE_PATH: addressOf(presence),
      ...spokenPaths,
      TAKE_BACK_PATH: addressOf(takeBack),
      TRANSCRIPT_PATH: addressOf(transcript),
      TRANSLATED_PATH: addressOf(translated),
    }),
  );
  const contact = hashed("contact", "js", await bundlePart("contact-fields.tsx"));
  const card = hashed("card", "js", await bundlePart("card.tsx"));
  const preview = hashed("preview", "js", await bundlePart("preview.tsx", { FORMATTED_PATH: addressOf(formatted) }));
  const conversation = hashed(
    "conversation",
    "js",
    await bundlePart("conversation.ts", {
      CARD_PATH: addressOf(card),
      FOLLOWING_PATH: addressOf(following),
      PREVIEW_PATH: addressOf(preview),
      PROOF_PATH: addressOf(proof),
    }),
  );
  return {
    attach,
    card,
    contact,
    conversation,
    copy,
    details,
    emoji,
    files,
    following,
    form,
    formatted,
    presence,
    preview,
    proof,
    takeBack,
    transcript,
    translated,
    viewer,
  };
}

/** Bundles a part with its texts in one language each. In `path`, LANGUAGE is to be replaced. */
async function bundleSpoken(
  name: string,
  file: string,
  languages: string[],
  define: (words: Words) => Record<string, string>,
): Promise<{ path: string; files: BuiltFile[] }> {
  const texts = await Promise.all(
    languages.map(async (language) => bundlePart(file, define(await import(`./words/${language}.ts`)))),
  );
  const hash = shortHash(texts.join());
  const files = texts.map((text, at) => ({ name: `${name}-${languages[at]}-${hash}.js`, text }));
  return { path: `/widget/${name}-LANGUAGE-${hash}.js`, files };
}

/** Lists the widget's languages: one per file of texts. */
async function listLanguages(): Promise<string[]> {
  return (await readdir(wordsFolder)).map((name) => name.replace(/\.ts$/, "")).sort();
}

/** What a site doesn't have isn't in its loader. Both scripts of the page carry their few texts in every language, because the page decides which one. */
async function bundleLoader(
  languages: string[],
  dialogVersion: string,
  { GREETS = false, HOURS = false } = {},
): Promise<string> {
  const words = await Promise.all(
    languages.map(async (language) => {
      const { loaderWords, panelWords }: Words = await import(`./words/${language}.ts`);
      const { open, failed } = loaderWords;
      return [language, [open, failed, ...(GREETS ? [panelWords.dismiss] : [])].join(WORDS_SEPARATOR)] as const;
    }),
  );
  const contents = `import { start } from "./loader/loader.ts";
    start(${JSON.stringify(Object.fromEntries(words))});`;
  const text = await bundleScript({
    stdin: { contents, resolveDir: join(root, "widget") },
    define: {
      DIALOG_PATH: JSON.stringify(`/widget/dialog.js?v=${dialogVersion}`),
      GREETS: `${GREETS}`,
      HOURS: `${HOURS}`,
    },
  });
  // The remaining line breaks are between CSS rules.
  return text.replaceAll("\n", "");
}

async function bundleDialog(languages: string[]): Promise<string> {
  const imports = languages.map((code) => `import * as ${code} from "./words/${code}.ts";`).join("\n");
  const words = languages.map((code) => `${code}: { ...${code}.loaderWords, ...${code}.dialogWords }`);
  const contents = `${imports}
    import { createDialog as create } from "./dialog/dialog.ts";
    export const createDialog = (page) => create(page, { ${words} });`;
  return bundleScript({ stdin: { contents, resolveDir: join(root, "widget") }, format: "esm" });
}

async function bundlePanel(define: Record<string, string>): Promise<string> {
  return bundleScript({ ...markup("jsx.ts"), entryPoints: ["widget/panel/panel.tsx"], define });
}

/** Self-contained: a chunk shared with the panel would cost one more request before the panel shows. */
async function bundlePart(file: string, define: Record<string, string> = {}): Promise<string> {
  const jsx = file.endsWith("x") && markup("part-jsx.ts");
  return bundleScript({
    ...jsx,
    entryPoints: [`widget/panel/${file}`],
    format: "esm",
    external: ["/widget/*"],
    define,
  });
}

/** Compiles markup to calls of the file's `h`, which saves 230 bytes over the sources' own pragma. */
const markup = (file: string): BuildOptions => ({
  jsx: "transform",
  jsxFactory: "h",
  jsxFragment: "Fragment",
  inject: [`widget/panel/${file}`],
  tsconfigRaw: { compilerOptions: { jsx: "react" } },
  logOverride: { "unsupported-jsx-comment": "silent" },
});

async function bundleWords(language: string): Promise<string> {
  const { panelWords: words }: { panelWords: PanelWords } = await import(`./words/${language}.ts`);
  const contents = `window.siteInboxWords = ${JSON.stringify({ language, words })}`;
  // It declares nothing, so it needs no scope of its own.
  return bundleScript({ stdin: { contents }, format: "esm" });
}

/** Runs a second minifier, which makes the scripts another 2 % smaller. */
async function bundleScript(options: BuildOptions): Promise<string> {
  const module = options.format === "esm";
  const { code = "" } = await minify(await bundle(options), { module, ecma: 2020, compress: { passes: 3 } });
  return code;
}

async function bundle({ define, ...options }: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome111", "firefox115", "safari16"],
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"', ...define },
    ...options,
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild made nothing of the widget");
  return file.text.trim();
}

const addressOf = ({ name }: BuiltFile) => JSON.stringify(`/widget/${name}`);

const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

function hashed(name: string, extension: string, text: string): BuiltFile {
  return { name: `${name}-${shortHash(text)}.${extension}`, text };
}

const HASHED = /-[0-9a-f]{12}\.(js|css)$/;

/** Returns which of the folder's files an earlier build left: those with a hash in their name that this one didn't make. */
export function outdatedFiles(names: readonly string[], built: readonly Pick<BuiltFile, "name">[]): string[] {
  const kept = new Set(built.map(({ name }) => name));
  return names.filter((name) => HASHED.test(name) && !kept.has(name));
}

async function removeAllBut(built: BuiltFile[]): Promise<void> {
  const old = outdatedFiles(await readdir(outputFolder), built);
  await Promise.all(old.map((name) => rm(join(outputFolder, name))));
}

if (import.meta.main) {
  const files = await bundleAll();
  for (const { name, text } of files) await writeFile(join(outputFolder, name), text);
  for (const { name, text } of files) {
    process.stdout.write(`${name.padEnd(24)} ${Buffer.byteLength(text)} bytes, ${gzipSync(text).length} gzipped\n`);
  }
}
