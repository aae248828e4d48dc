import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { DISTRICTS } from "../architecture/rooms.ts";

const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test("ARCHITECTURE.md lists the districts of lib in their order, with every folder, and every folder of platform", () => {
  const document = readFileSync("ARCHITECTURE.md", "utf8");
  const [, product = "", infrastructure = ""] = document.split(/^### .*$/m);
  expect([...product.matchAll(/^\d+\. \*\*`([\w-]+)`\*\*/gm)].map(([, name]) => name)).toEqual(DISTRICTS);
  expect(new Set(folders("lib"))).toEqual(new Set(DISTRICTS));
  const rooms = DISTRICTS.flatMap((district) => folders(`lib/${district}`));
  expect(rooms.filter((name) => !product.includes(`\`${name}\``))).toEqual([]);
  expect(folders("platform").filter((name) => !infrastructure.includes(`\`${name}/\``))).toEqual([]);
});
