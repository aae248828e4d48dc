import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "@playwright/test";
import { compressPageFiles, openPageFiles } from "../../../server/http/page-files.ts";
import { sendProblem } from "../../../server/http/send-problem.ts";
import { projectRoot } from "../../../server/launch/project-root.mjs";

/** A build with these files in its folder `static`. */
async function newBuild(files: Record<string, string | Buffer>) {
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-build-"));
  await mkdir(join(folder, "static"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, "static", name), content);
  const at = (name: string) => join(folder, "static", name);
  const discard = () => rm(folder, { recursive: true });
  return { build: relative(projectRoot, folder), at, [Symbol.asyncDispose]: discard };
}

test("a build's files are compressed if that makes them clearly smaller, and one of an unknown type is an error", async () => {
  await using made = await newBuild({ "text.js": "let a;".repeat(500), "font.woff2": randomBytes(3000) });
  await compressPageFiles(made.build);
  const names = ["text.js.br", "text.js.gzip", "font.woff2.br", "font.woff2.gzip"];
  expect(names.map((name) => existsSync(made.at(name)))).toEqual([true, true, false, false]);
  await using other = await newBuild({ "page.wasm": "x" });
  await expect(compressPageFiles(other.build)).rejects.toThrow("server/http/page-files.ts has no type for page.wasm");
});

test("after a new build, a file that was read is still there, and any other is a 404 that nothing keeps", async () => {
  await using made = await newBuild({ "read.js": "let read;", "unread.js": "let unread;" });
  const before = process.env.SITE_INBOX_BUILD_DIR;
  process.env.SITE_INBOX_BUILD_DIR = made.build;
  const files = openPageFiles();
  if (before === undefined) delete process.env.SITE_INBOX_BUILD_DIR;
  else process.env.SITE_INBOX_BUILD_DIR = before;
  const server = createServer((request, response) => {
    files
      .send((request.url ?? "").split("/").slice(1), request, response)
      .catch((error: unknown) => sendProblem(error, request, response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/_next/static/${name}`);
    return { status: response.status, kept: response.headers.get("cache-control"), text: await response.text() };
  };
  const read = { status: 200, kept: "public, max-age=31536000, immutable", text: "let read;" };
  expect(await open("read.js")).toEqual(read);
  await Promise.all(["read.js", "unread.js"].map((name) => rm(made.at(name))));
  expect(await open("read.js")).toEqual(read);
  const gone = await open("unread.js");
  expect(gone.status).toBe(404);
  expect(gone.kept ?? "").not.toContain("max-age");
  server.close();
});
