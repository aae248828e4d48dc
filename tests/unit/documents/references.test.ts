import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "@playwright/test";
import { commentsOf } from "../../support/prose.ts";

const SKIPPED = /^(package-lock\.json|LICENSE|prisma\/migrations\/.+)$|\.(webp|png|ico|svg|woff2|css)$/;
const FOLDERS = "app|bench|client|components|docs|gate|lib|platform|prisma|routes|server|tests|widget";

const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g;
// routes/route.ts, app/**/route.ts, app/(dashboard)/w/[workspaceId]/inbox
const PATH = new RegExp(
  String.raw`(?<![\w./@$#>-])(?:${FOLDERS})/(?:[\w.*-]|[[(][\w.[\]-]+[\])])(?:[\w./*[\]{},()-])*`,
  "g",
);
const DOCUMENT = /(?<![\w./-])([\w-]+\.md)\b/g;
const BARE_FILE = /`([\w.-]+\.(?:ts|tsx|mjs|sql|service|conf|yaml))`/g;
const TEST_NAME = /`((?:api|e2e|unit|soak|chaos)\/[\w./-]+)`/g;
const SECTION = /\b(contract|spec)(?:\.md)?,? (?:§ ?|sections? )([\d.]+\d|\d)((?:,? (?:and |to )?[\d.]*\d(?! ))*)/gi;
const DECISION = /\bdecisions? (\d+)((?:(?:,| and|, and) \d+)*)/gi;
const NPM_SCRIPT = /\bnpm run (?:-s )?([\w:-]+)/g;

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));
const baseNames = new Set(tracked.map((path) => posix.basename(path)));
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

const headingsOf = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
// As GitHub makes them.
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const sections = {
  contract: headingsOf("docs/contract.md").map((heading) => heading.split(" ")[0]?.replace(/\.$/, "")),
  spec: headingsOf("docs/spec.md").map((heading) => heading.split(" ")[0]?.replace(/\.$/, "")),
};

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups);
const isThere = (path: string) => existsSync(path) || globSync(path).length > 0;
const isTest = (name: string) => existsSync(`tests/${name}.test.ts`) || isThere(`tests/${name}`);

function danglingLinks(path: string, text: string): string[] {
  return matches(text, LINK).flatMap(([link = ""]) => {
    const [target = "", anchor] = link.split("#");
    const file = target === "" ? path : posix.join(posix.dirname(path), target);
    if (!isThere(file)) return [link];
    return anchor === undefined || headingsOf(file).some((heading) => anchorOf(heading) === anchor) ? [] : [link];
  });
}

function danglingPaths(text: string): string[] {
  const paths = [...text.matchAll(PATH)].map(([path]) => path.replace(/[.,)*]+$/, (end) => end.replace(/[.,)]/g, "")));
  return paths.filter((path) => !isThere(path) && !isThere(`${path})`));
}

function danglingDocuments(path: string, text: string): string[] {
  const folders = [posix.dirname(path), ".", "docs"];
  return matches(text, DOCUMENT)
    .map(([name = ""]) => name)
    .filter((name) => !folders.some((folder) => existsSync(posix.join(folder, name))));
}

function danglingSections(text: string): string[] {
  return matches(text, SECTION).flatMap(([document = "", first = "", more = ""]) => {
    const known = sections[document.toLowerCase() as keyof typeof sections];
    const numbers = [first, ...(more.match(/\d+(\.\d+)*/g) ?? [])];
    return numbers.filter((number) => !known.includes(number)).map((number) => `${document} section ${number}`);
  });
}

function danglingDecisions(text: string): string[] {
  const numbers = matches(text, DECISION).flatMap(([first = "", more = ""]) => [first, ...(more.match(/\d+/g) ?? [])]);
  return numbers
    .filter((number) => !isThere(`docs/decisions/${number.padStart(4, "0")}-*.md`))
    .map((number) => `decision ${number}`);
}

function danglingNames(text: string): string[] {
  return [
    ...matches(text, BARE_FILE).flatMap(([name = ""]) => (baseNames.has(name) ? [] : [name])),
    ...matches(text, TEST_NAME).flatMap(([name = ""]) => (isTest(name) ? [] : [name])),
    ...matches(text, NPM_SCRIPT).flatMap(([name = ""]) => (name in scripts ? [] : [`npm run ${name}`])),
  ];
}

/** Returns what a file refers to and isn't there. */
function dangling(path: string, source: string): string[] {
  const isDocument = path.endsWith(".md");
  const isCode = /\.(ts|tsx|js|mjs)$/.test(path);
  const text = isCode ? commentsOf(source) : source;
  const found = [
    ...danglingPaths(isDocument ? text.replace(LINK, " ") : text),
    ...danglingDocuments(path, text),
    ...danglingSections(text),
    ...danglingDecisions(text),
    ...(isDocument ? [...danglingLinks(path, text), ...danglingNames(text)] : []),
  ];
  return [...new Set(found)].map((what) => `${path}: ${what}`);
}

test("every file, document, section, decision and test that a document or a comment refers to exists", () => {
  const files = tracked.filter((path) => !SKIPPED.test(path));
  expect(files.flatMap((path) => dangling(path, readFileSync(path, "utf8")))).toEqual([]);
});

test("the check finds each kind of dangling reference", () => {
  for (const [path, source] of [
    ["lib/a.ts", "// See lib/gone/file.ts."],
    ["lib/a.ts", "// See gone.md."],
    ["lib/a.ts", "/* contract.md section 99 */"],
    ["lib/a.ts", "// spec.md sections 4.1 and 99.2"],
    ["lib/a.ts", "// contract §98"],
    ["lib/a.ts", "// decisions 1 and 999"],
    ["docs/a.md", "[a](gone.md)"],
    ["docs/a.md", "[a](spec.md#gone)"],
    ["docs/a.md", "held by `api/gone`, in `gone-file.ts`"],
    ["docs/a.md", "npm run gone"],
    ["compose.yaml", "# docs/gone.md"],
  ] as const) {
    expect(dangling(path, source), source).not.toEqual([]);
  }
  expect(dangling("lib/a.ts", 'import { a } from "lib/gone.ts"; // contract.md section 2, decisions 6 and 10')).toEqual(
    [],
  );
});
