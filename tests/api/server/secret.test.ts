import { existsSync } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { readSettings } from "#platform/env.ts";
import { provideSecret } from "../../../server/database/database-secret.ts";
import { findSecret, makeSecret } from "../../../server/process/secret.ts";
import { test } from "../../support/data-folder-test.ts";
import { scratchDatabase } from "../../support/database.ts";

test("one secret is created for concurrent starts, and no one else can read it", async ({ dataDir }) => {
  await using database = await scratchDatabase();
  const settings = readSettings({ DATA_DIR: dataDir });
  const secrets = await Promise.all(Array.from({ length: 5 }, () => provideSecret(settings, database.url)));
  expect(new Set(secrets).size).toBe(1);
  expect(Buffer.from(secrets[0] ?? "", "base64url")).toHaveLength(48);
  expect((await stat(join(dataDir, "secret"))).mode & 0o077).toBe(0);
});

test("a database whose secret's file is gone gets no new one, and starts again once the file is back", async ({
  dataDir,
}) => {
  await using database = await scratchDatabase();
  const settings = readSettings({ DATA_DIR: dataDir });
  const secret = await provideSecret(settings, database.url);
  const file = join(dataDir, "secret");
  await rm(file);
  await expect(provideSecret(settings, database.url)).rejects.toThrow(
    `this database was sealed with an AUTH_SECRET that's missing: it isn't set, and ${file} doesn't exist. Put that one back`,
  );
  expect(existsSync(file)).toBe(false);
  await writeFile(file, "another secret that was generated somewhere else\n");
  await expect(provideSecret(settings, database.url)).rejects.toThrow(
    `this database was sealed with another AUTH_SECRET than the one in ${file}. Put that one back, or, if it's lost for good, run npm run owner -- new-secret`,
  );
  await writeFile(file, `${secret}\n`);
  expect(await provideSecret(settings, database.url)).toBe(secret);
});

test("a secret that was cut short is rejected, since it could be guessed (A26)", async ({ dataDir }) => {
  await writeFile(join(dataDir, "secret"), "short\n");
  await expect(findSecret(readSettings({ DATA_DIR: dataDir }))).rejects.toThrow("has fewer than 32 bytes");
});

test("a secret in the settings is preferred to the stored one", async ({ dataDir }) => {
  const AUTH_SECRET = "k".repeat(32);
  await writeFile(join(dataDir, "secret"), "s".repeat(32));
  expect(await findSecret(readSettings({ DATA_DIR: dataDir, AUTH_SECRET }))).toBe(AUTH_SECRET);
});

test("a secret that can't be read or stored is reported", async ({ dataDir }) => {
  const folder = join(dataDir, "secret");
  await mkdir(folder);
  const settings = readSettings({ DATA_DIR: dataDir });
  await expect(findSecret(settings)).rejects.toThrow(
    `cannot read the secret: ${folder}: a folder is where a file should be`,
  );
  const nowhere = readSettings({ DATA_DIR: join(dataDir, "missing") });
  await expect(makeSecret(nowhere)).rejects.toThrow(/^cannot store the secret: /);
});
