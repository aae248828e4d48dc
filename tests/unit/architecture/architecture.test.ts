import { expect, test } from "@playwright/test";
import { DATABASE_RULES } from "./database-rules.ts";
import { LAYER_RULES } from "./layer-rules.ts";
import { SOURCE_RULES } from "./source-rules.ts";
import { readSourceTree, sourceFile } from "./source-tree.ts";

const RULES = [...LAYER_RULES, ...DATABASE_RULES, ...SOURCE_RULES];

const tree = readSourceTree();

for (const { rule, why, broken } of RULES) {
  test(`${rule}, ${why}`, () => {
    const found = tree.flatMap((file) => broken(file, tree).map((what) => `${file.path} ${what}, but ${rule}`));
    expect(found).toEqual([]);
  });
}

// A module in between, for the rule that follows imports.
const through = sourceFile(
  "lib/sites/sites/through.ts",
  'import { db } from "#platform/database/database.ts";\nexport const rule = db;',
);

for (const { rule, broken, examples } of RULES) {
  for (const [path, source] of examples) {
    test(`"${rule}" rejects ${path} with ${JSON.stringify(source)}`, () => {
      const file = sourceFile(path, source);
      expect(broken(file, [file, through])).not.toEqual([]);
    });
  }
}

test("the rules see the whole tree", () => {
  const paths = tree.map((file) => file.path);
  for (const path of ["routes/route.ts", "app/sites/[siteId]/route.ts", "server/start.ts", "widget/panel/panel.tsx"]) {
    expect(paths).toContain(path);
  }
  expect(tree.find((file) => file.path === "app/sites/route.ts")?.imports).toContainEqual({
    from: "lib/sites/sites/commands.ts",
    typeOnly: false,
  });
});
