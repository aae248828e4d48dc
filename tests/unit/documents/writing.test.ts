import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { phrasePattern, proseOf } from "../../support/prose.ts";

const EXEMPT = [
  // The list itself, its test, and the specification, which we don't change.
  /^docs\/(writing|spec)\.md$/,
  /^tests\/unit\/documents\/writing\.test\.ts$/,
  // Released migrations never change: the service refuses to start if their checksum does.
  /^prisma\/migrations\//,
  // Other languages.
  /^widget\/words\/(?!en\.ts)/,
  /^(components\/rate\/words|lib\/notify\/mail\/templates\/visitor-words|widget\/panel\/(email-copy|take-back)-words)\.ts$/,
  /^(package-lock\.json|LICENSE)$/,
  /\.(webp|png|ico|svg|woff2)$/,
];

function readPhrases(): string[] {
  const [, section = ""] = readFileSync("docs/writing.md", "utf8").split("## Phrases that fail the tests");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| (?!---|instead)/.test(line));
  return rows.flatMap((row) => (row.split("|")[1] ?? "").split(",").map((phrase) => phrase.trim()));
}

const phrases = readPhrases();

function findPhrases(path: string, source: string): string[] {
  const prose = proseOf(path, source);
  return phrases.flatMap((phrase) =>
    [...prose.matchAll(phrasePattern(phrase))].map(({ index, 0: text }) => {
      const line = prose.slice(0, index).split("\n").length;
      return `${path}:${line}: ${text.replace(/\s+/g, " ")}`;
    }),
  );
}

function listFiles(): string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  return files.split("\n").filter((path) => path !== "" && !EXEMPT.some((pattern) => pattern.test(path)));
}

test("no text contains a phrase that docs/writing.md rules out", () => {
  expect(phrases.length).toBeGreaterThan(50);
  const found = listFiles().flatMap((path) => findPhrases(path, readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

test("the phrase list finds comments, strings, JSX text and test titles, and leaves names and paths alone", () => {
  for (const source of [
    "// Whoever calls this waits.",
    "/**\n * The session of\n * which this is the end.\n */",
    'const text = "Your e-mail";',
    `const text = \`It was told \${name}\`;`,
    "<p>\n  Ask somebody else.\n</p>",
    'test("answers with 404", () => {});',
    "// The service answered with 404.",
    'const quote = /["`]/; // whoever',
    "<p>It isn't so. Don't ask whoever.</p>",
  ]) {
    expect(findPhrases("a.tsx", source), source).toHaveLength(1);
  }
  for (const source of [
    "const figures = read(answers);",
    'const answers = options["answers"];',
    'import { told } from "./figures.ts";',
    `const text = \`\${figures}\`;`,
    "const both = /whoever/;",
  ]) {
    expect(findPhrases("a.tsx", source), source).toEqual([]);
  }
});
