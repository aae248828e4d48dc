import { createWriteStream, type WriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

const ONLY_ITS_OWNER = 0o600;

/**
 * Writes a file under another name first and gives it its own once all of it is on the disk, so that a file of that name is
 * always a whole one. What is not written to its end is removed.
 */
export async function writeWholeFile(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    // `flush`: it is on the disk when the stream has closed.
    await write(createWriteStream(unfinished, { flags: "wx", mode: ONLY_ITS_OWNER, flush: true }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await keepName(dirname(path));
}

// Not every system can sync a folder explicitly; those do it automatically.
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
