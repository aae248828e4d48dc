import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { readSettings } from "#platform/env.ts";
import { provideSecret } from "../../../server/secret.ts";
import { test } from "../../support/data-folder-test.ts";

test("one secret is created for concurrent starts, and no one else can read it", async ({ dataDir }) => {
  const settings = readSettings({ DATA_DIR: dataDir });
  const secrets = await Promise.all(Array.from({ length: 5 }, () => provideSecret(settings)));
  expect(new Set(secrets).size).toBe(1);
  expect(Buffer.from(secrets[0] ?? "", "base64url")).toHaveLength(48);
  expect((await stat(join(dataDir, "secret"))).mode & 0o077).toBe(0);
});

test("a secret that was cut short is rejected, since it could be guessed (A26)", async ({ dataDir }) => {
  await writeFile(join(dataDir, "secret"), "short\n");
  await expect(provideSecret(readSettings({ DATA_DIR: dataDir }))).rejects.toThrow("has fewer than 32 bytes");
});

test("a secret in the settings is preferred to the stored one", async ({ dataDir }) => {
  const AUTH_SECRET = "k".repeat(32);
  expect(await provideSecret(readSettings({ DATA_DIR: dataDir, AUTH_SECRET }))).toBe(AUTH_SECRET);
});

test("a secret that can't be read or stored is reported", async ({ dataDir }) => {
  const folder = join(dataDir, "secret");
  await mkdir(folder);
  const settings = readSettings({ DATA_DIR: dataDir });
  await expect(provideSecret(settings)).rejects.toThrow(
    `cannot read the secret: ${folder}: a folder is where a file should be`,
  );
  const nowhere = readSettings({ DATA_DIR: join(dataDir, "missing") });
  await expect(provideSecret(nowhere)).rejects.toThrow(/^cannot store the secret: /);
});
