import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { provideEnv, readSettings } from "#platform/env.ts";
import { acceptFile } from "#platform/media/accept-file.ts";
import { receiveFile } from "#platform/storage/storage.ts";

const LIMIT = 1_000_000;

test.beforeEach(() => {
  const settings = readSettings({ DATA_DIR: test.info().outputPath("data") });
  provideEnv({ ...settings, DATABASE_URL: "postgresql://unused", AUTH_SECRET: "unused" });
});

async function* once(content: Buffer) {
  yield content;
}

test("a picture is accepted as a cleaned copy, which is removed unless it's stored", async () => {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .withExif({ IFD0: { Make: "CANARY" } })
    .png()
    .toBuffer();
  await using received = await receiveFile(once(picture), { limit: LIMIT });
  const accepted = await acceptFile(received);
  expect(accepted).toMatchObject({ mediaType: "image/png", group: "images", width: 30, height: 20 });
  expect(accepted.file.size).toBeLessThan(received.size);
  expect(accepted.file.hash).not.toBe(received.hash);
  await accepted[Symbol.asyncDispose]();
  expect(existsSync(accepted.file.path)).toBe(false);
});

test("a script that begins like a picture isn't one, and other files are accepted as they are", async () => {
  await using script = await receiveFile(once(Buffer.from("GIF89a=1;alert(document.domain)//")), { limit: LIMIT });
  expect(await acceptFile(script)).toMatchObject({
    group: "other",
    mediaType: "application/octet-stream",
    width: null,
  });
  await using text = await receiveFile(once(Buffer.from("Size 40, please.")), { limit: LIMIT });
  const accepted = await acceptFile(text);
  expect(accepted).toMatchObject({ group: "text", mediaType: "text/plain" });
  expect(accepted.file).toBe(text);
});
