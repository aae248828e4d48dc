import { expect, test } from "@playwright/test";
import { outdatedFiles } from "../../../widget/build.ts";

test("a build removes each file of an earlier one, whatever its part is called, and no other", () => {
  const built = [{ name: "panel-00000000000b.css" }, { name: "translated-00000000000b.js" }];
  const names = [
    "dialog.js",
    "loader.js",
    "manifest.json",
    "panel-00000000000a.css",
    "panel-00000000000b.css",
    "translated-00000000000a.js",
    "translated-00000000000b.js",
    "words-pt-00000000000a.js",
  ];
  expect(outdatedFiles(names, built)).toEqual([
    "panel-00000000000a.css",
    "translated-00000000000a.js",
    "words-pt-00000000000a.js",
  ]);
});
