import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { provideEnv, readSettings } from "#platform/env.ts";
import { newKey } from "#platform/storage/file-store.ts";
import { fileStore, receiveFile, removeAbandonedFiles } from "#platform/storage/storage.ts";
import { startS3 } from "../../support/s3-server.ts";

test("files are kept in DATA_DIR unless the settings name another storage", async () => {
  const DATA_DIR = test.info().outputPath("data");
  provideEnv({ ...readSettings({ DATA_DIR }), DATABASE_URL: "postgresql://unused", AUTH_SECRET: "unused" });
  const content = randomBytes(2_000);
  async function* pieces() {
    yield content;
  }
  await using file = await receiveFile(pieces(), { limit: 2_000 });
  expect(file.path.startsWith(join(DATA_DIR, "files", "tmp"))).toBe(true);
  const key = newKey(file.hash);
  await fileStore().put(file, key);
  expect(await buffer((await fileStore().open(key)).stream)).toEqual(content);
  expect(await removeAbandonedFiles()).toBe(0);
});

test("files are kept in the bucket that the settings name", async () => {
  await using s3 = await startS3();
  const { endpoint, bucket, region, keyId, secret } = s3.settings;
  const settings = readSettings({
    DATA_DIR: test.info().outputPath("data"),
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_KEY_ID: keyId,
    FILES_S3_SECRET: secret,
  });
  provideEnv({ ...settings, DATABASE_URL: "postgresql://unused", AUTH_SECRET: "unused" });
  async function* pieces() {
    yield Buffer.from("content");
  }
  await using file = await receiveFile(pieces(), { limit: 2_000 });
  const key = newKey(file.hash);
  await fileStore().put(file, key);
  expect([...s3.objects.keys()]).toEqual([`files/${key}`]);
});
