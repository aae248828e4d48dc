import { expect, test } from "@playwright/test";
import { circles, upwardImports } from "./rooms.ts";
import { readSourceTree, sourceFile } from "./source-tree.ts";

const tree = readSourceTree();

test("imports point in one direction: app, components and server to routes, gate, lib and platform", () => {
  expect(upwardImports(tree)).toEqual([]);
});

test("no folders of lib, platform or components import each other, directly or in a circle", () => {
  expect(circles(tree)).toEqual([]);
});

test("an import from a higher layer is found, even of a type", () => {
  const upward = sourceFile("platform/log.ts", 'import type { Site } from "#lib/sites/queries.ts";');
  const fromGate = sourceFile("lib/sites/queries.ts", 'import { ownerOfToken } from "#gate/owner-gate.ts";');
  const fromBrowser = sourceFile("platform/text.ts", 'import { charactersLeft } from "#client/text-length.ts";');
  const fromWidget = sourceFile(
    "lib/widget/files.ts",
    'import { judgeIdentity } from "../../widget/dialog/identity.ts";',
  );
  const downward = sourceFile("lib/sites/rules.ts", 'import { cutText } from "#platform/text.ts";');
  expect(upwardImports([upward, fromGate, fromBrowser, fromWidget, downward])).toHaveLength(4);
});

test("two folders of components that import each other are found, even if one import is lazy", () => {
  const files = [
    sourceFile("components/inbox/row.tsx", 'import { Pane } from "#components/conversation/pane.tsx";'),
    sourceFile("components/conversation/pane.tsx", 'const load = () => import("#components/inbox/row.tsx");'),
  ];
  expect(circles(files)).toEqual(["components/inbox > components/conversation > components/inbox"]);
});

test("a cycle of three folders is found, and a shared neighbor isn't one", () => {
  const files = [
    sourceFile("lib/a/one.ts", 'import { b } from "../b/one.ts";\nimport { d } from "../d/one.ts";'),
    sourceFile("lib/b/one.ts", 'import { c } from "../c/one.ts";\nimport { d } from "../d/one.ts";'),
    sourceFile("lib/c/one.ts", 'import type { a } from "../a/one.ts";'),
    sourceFile("lib/d/one.ts", ""),
  ];
  expect(circles(files)).toEqual(["lib/a > lib/b > lib/c > lib/a"]);
  expect(circles(files.slice(1))).toEqual([]);
});
