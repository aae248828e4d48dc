import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { describeSettings } from "#platform/env.ts";
import { configurationDocument, sampleEnvironment } from "../../../server/documents/configuration-document.ts";

test("docs/configuration.md and .env.example are what npm run docs writes, so neither is stale", () => {
  expect(readFileSync("docs/configuration.md", "utf8")).toBe(configurationDocument());
  expect(readFileSync(".env.example", "utf8")).toBe(sampleEnvironment());
});

test("every setting has a description and is listed once", () => {
  const document = configurationDocument();
  for (const { name, description } of describeSettings()) {
    expect(description, name).toMatch(/^\S.+[.]$/);
    expect(document.split(`\n| \`${name}\` |`), name).toHaveLength(2);
  }
});
