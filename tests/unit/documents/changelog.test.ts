import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { deprecatedSettings } from "#platform/env.ts";

const WORDS_MAX = 600;
const DAY = /\b\d{4}-\d\d-\d\d\b/;

const changelog = readFileSync("CHANGELOG.md", "utf8");
const versions = readFileSync("docs/versions.md", "utf8");
const unreleased = changelog.split("\n## Unreleased\n")[1]?.split("\n## ")[0] ?? "";

/** Returns the entries under each heading "Deprecated". */
const deprecationsIn = (text: string) =>
  text
    .split(/^### Deprecated$/m)
    .slice(1)
    .flatMap((rest) => (rest.split(/^##+ /m)[0] ?? "").split(/^- /m))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** Returns the deprecated settings of the table in docs/versions.md, with the setting to use instead and the day. */
function rowsOfVersions(): Map<string, { setting: string; day: string }> {
  const rows = [...versions.matchAll(/^\| (`.+`) \| `(\w+)` \| (\S+) \|$/gm)];
  return new Map(
    rows.flatMap(([, names = "", setting = "", day = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => [name, { setting, day }] as const),
    ),
  );
}

test("the changelog's unreleased changes have at most 600 words", () => {
  expect(changelog).toContain("\n## Unreleased\n");
  const words = unreleased.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(WORDS_MAX);
});

test("every deprecated setting is in the changelog and in docs/versions.md, with the same day", () => {
  const rows = rowsOfVersions();
  const deprecated = deprecatedSettings();
  expect(new Set(rows.keys())).toEqual(new Set(deprecated.map(({ name }) => name)));
  for (const { name, setting } of deprecated) {
    const entry = deprecationsIn(changelog).find((text) => text.includes(`\`${name}\``));
    expect(entry, name).toMatch(DAY);
    expect(rows.get(name), name).toEqual({ setting, day: DAY.exec(entry ?? "")?.[0] });
  }
});

test("every unreleased deprecation names a day that docs/versions.md has too", () => {
  const days = [...rowsOfVersions().values()].map(({ day }) => day);
  const deprecations = deprecationsIn(unreleased);
  for (const entry of deprecations) expect(days, entry).toContain(DAY.exec(entry)?.[0]);
  if (deprecations.length > 0) expect(versions).not.toMatch(/nothing is deprecated/i);
});
