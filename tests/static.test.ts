import { expect, test } from "@playwright/test";
import { runCommand } from "./support/command.ts";

const CHECKS: Record<string, [program: string, ...args: string[]]> = {
  "the types fit": ["typescript/bin/tsc", "--noEmit"],
  "the linter finds nothing": ["@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  "the schema is formatted": ["prisma/build/index.js", "format", "--check"],
  "no file, export or dependency is unused": ["knip/bin/knip.js"],
};

for (const [title, [program, ...args]] of Object.entries(CHECKS)) {
  test(title, async () => {
    test.setTimeout(330_000);
    const signal = AbortSignal.timeout(300_000);
    const { code, output } = await runCommand(process.execPath, [`node_modules/${program}`, ...args], { signal });
    expect(code, output).toBe(0);
  });
}
