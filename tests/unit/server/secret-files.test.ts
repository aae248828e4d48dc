import { writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { loadSecretFiles } from "../../../server/process/secret-files.ts";

test("a secret from a file works like one from the environment, and fewer can read it", () => {
  const path = test.info().outputPath("secret");
  writeFileSync(path, "from a file\n");
  const environment = { AUTH_SECRET_FILE: path, PGPASSWORD_FILE: path, SMTP_URL: "smtp://a", PORT_FILE: path };
  loadSecretFiles(environment);
  expect(environment).toEqual({ ...environment, AUTH_SECRET: "from a file", PGPASSWORD: "from a file" });
  expect(environment).not.toHaveProperty("PORT");
});

test("an unreadable file is named, and two sources of one secret are rejected", () => {
  const missing = test.info().outputPath("missing");
  expect(() => loadSecretFiles({ AUTH_SECRET_FILE: missing })).toThrow(
    /^AUTH_SECRET_FILE names a file that cannot be read/,
  );
  writeFileSync(missing, "x");
  expect(() => loadSecretFiles({ AUTH_SECRET: "y", AUTH_SECRET_FILE: missing })).toThrow("are both set");
});

test("a file without a secret in it is rejected, so no other secret is generated in its place", () => {
  const path = test.info().outputPath("empty");
  writeFileSync(path, " \n");
  expect(() => loadSecretFiles({ AUTH_SECRET_FILE: path })).toThrow(/^AUTH_SECRET_FILE names an empty file/);
});

test("a blank setting beside the file counts as unset, and so does a blank file name", () => {
  const path = test.info().outputPath("secret");
  writeFileSync(path, "from a file");
  const environment = { AUTH_SECRET: " ", AUTH_SECRET_FILE: path, SMTP_URL: "smtp://a", SMTP_URL_FILE: " " };
  loadSecretFiles(environment);
  expect(environment).toMatchObject({ AUTH_SECRET: "from a file", SMTP_URL: "smtp://a" });
});
