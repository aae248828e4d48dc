import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test("ARCHITECTURE.md lists every folder of lib and platform", () => {
  const document = readFileSync("ARCHITECTURE.md", "utf8");
  const [, product = "", infrastructure = ""] = document.split(/^### .*$/m);
  expect(folders("lib").filter((name) => !product.includes(`\`${name}\``))).toEqual([]);
  expect(folders("platform").filter((name) => !infrastructure.includes(`\`${name}/\``))).toEqual([]);
});
