import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { circles, upwardImports, upwardInLib } from "./rooms.ts";
import { readSourceTree, sourceFile } from "./source-tree.ts";

const tree = readSourceTree();

test("imports point in one direction: app, components and server to routes, gate, lib and platform", () => {
  expect(upwardImports(tree)).toEqual([]);
});

test("no folders of lib, platform or components import each other, directly or in a circle", () => {
  expect(circles(tree)).toEqual([]);
});

test("the districts of lib are stacked: each imports from itself and those before it", () => {
  expect(upwardInLib(tree)).toEqual([]);
  const files = ["lib/desk/inbox/queries.ts", "lib/nowhere/rules.ts"].map((path) =>
    sourceFile(path, 'import { sendMail } from "#lib/notify/mail/commands.ts";'),
  );
  expect(upwardInLib(files)).toEqual([
    "lib/desk/inbox/queries.ts imports lib/notify/mail/commands.ts",
    "lib/nowhere/rules.ts is in no district",
  ]);
  const downward = sourceFile("lib/notify/mail/commands.ts", 'import type { Row } from "../../desk/inbox/json.ts";');
  expect(upwardInLib([downward])).toEqual([]);
});

test("a file directly in server is a command", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  // What a command starts in another process, what a container runs, and the package's command.
  const more = ["server/worker.ts", "server/check-health.mjs", "server/site-inbox.mjs"];
  const commands = new Set([...Object.values(scripts).flatMap((script) => script.split(" ")), ...more]);
  const direct = tree.map(({ path }) => path).filter((path) => /^server\/[^/]+$/.test(path));
  expect(direct.filter((path) => !commands.has(path))).toEqual([]);
});

test("an import from a higher layer is found, even of a type", () => {
  const upward = sourceFile("platform/log.ts", 'import type { Site } from "#lib/sites/sites/queries.ts";');
  const fromGate = sourceFile("lib/sites/sites/queries.ts", 'import { ownerOfToken } from "#gate/owner-gate.ts";');
  const fromBrowser = sourceFile("platform/text.ts", 'import { charactersLeft } from "#client/text-length.ts";');
  const fromWidget = sourceFile(
    "lib/widget/widget/files.ts",
    'import { judgeIdentity } from "../../../widget/dialog/identity.ts";',
  );
  const downward = sourceFile("lib/sites/sites/rules.ts", 'import { cutText } from "#platform/text.ts";');
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
    sourceFile("lib/desk/a/one.ts", 'import { b } from "../b/one.ts";\nimport { d } from "../d/one.ts";'),
    sourceFile("lib/desk/b/one.ts", 'import { c } from "../c/one.ts";\nimport { d } from "../d/one.ts";'),
    sourceFile("lib/desk/c/one.ts", 'import type { a } from "../a/one.ts";'),
    sourceFile("lib/desk/d/one.ts", ""),
  ];
  expect(circles(files)).toEqual(["lib/desk/a > lib/desk/b > lib/desk/c > lib/desk/a"]);
  expect(circles(files.slice(1))).toEqual([]);
});
