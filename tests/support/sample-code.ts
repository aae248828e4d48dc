import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { test } from "@playwright/test";

/** The languages of the code that the documents and the settings offer to be copied, and what runs them. */
const LANGUAGES = {
  node: { file: "main.mjs", command: [process.execPath], probe: [process.execPath, "--version"] },
  python: { file: "main.py", command: ["python3", "-X", "utf8"], probe: ["python3", "--version"] },
  php: { file: "main.php", command: ["php"], probe: ["php", "--version"] },
  ruby: { file: "main.rb", command: ["ruby", "-Ku"], probe: ["ruby", "--version"] },
  go: { file: "main.go", command: ["go", "run"], probe: ["go", "version"] },
};

export type SampleLanguage = keyof typeof LANGUAGES;

const run = ([program = "", ...words]: string[], env = {}) =>
  spawnSync(program, words, { encoding: "utf8", env: { ...process.env, ...env } });

/**
 * Writes a program of code to be copied and a few lines that use it. Returns a function that runs it. Skips the test if the
 * language isn't installed.
 */
export async function writeSampleProgram(language: SampleLanguage, code: string, env: Record<string, string>) {
  const { file, command, probe } = LANGUAGES[language];
  const isThere = language === "node" || run(probe).status === 0;
  test.skip(!isThere, `${language} is not installed here, so its code was not run`);
  const path = test.info().outputPath(file);
  await writeFile(path, code);
  return (words: string[]) => run([...command, path, ...words], env);
}
