import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { shareBinaries } from "../../../server/database/binaries.ts";

test("every account can run the copy of PostgreSQL that root made with closed permissions", async () => {
  const root = await mkdtemp(join(tmpdir(), "site-inbox-test-"));
  const source = join(root, "native");
  await mkdir(join(source, "bin"), { recursive: true });
  await writeFile(join(source, "bin", "postgres"), "");
  await writeFile(join(source, "notes"), "");
  const close = async (folder: string) => {
    await chmod(join(folder, "bin", "postgres"), 0o700);
    await chmod(join(folder, "notes"), 0o600);
    await chmod(join(folder, "bin"), 0o700);
  };
  const modes = async (folder: string) =>
    Promise.all(
      ["..", ".", "bin", "bin/postgres", "notes"].map(async (p) => (await stat(join(folder, p))).mode & 0o777),
    );
  const umask = process.umask(0o077);
  try {
    await close(source);
    const { folder } = await shareBinaries({ folder: source, sharedAs: "shared" }, join(root, "base"));
    expect(await modes(folder)).toEqual([0o755, 0o755, 0o755, 0o755, 0o644]);

    // Such a copy of an earlier start is opened at the next one.
    await close(folder);
    await chmod(join(root, "base"), 0o700);
    await shareBinaries({ folder: source, sharedAs: "shared" }, join(root, "base"));
    expect(await modes(folder)).toEqual([0o755, 0o755, 0o755, 0o755, 0o644]);
  } finally {
    process.umask(umask);
    await rm(root, { recursive: true });
  }
});
