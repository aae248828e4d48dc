import { createWriteStream, type WriteStream } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { printError } from "../process/console.ts";
import { StartError } from "../process/start-error.ts";

const ONLY_ITS_OWNER = 0o600;

/** How the name of a file ends that isn't complete. */
export const UNFINISHED = /\.(\d+)\.unfinished$/;

/**
 * Writes a file under a temporary name and renames it once it's safely on disk, so that a file of that name is always
 * complete. An incomplete one is removed. Throws StartError if the folder doesn't exist.
 */
export async function writeWholeFile(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  await removeAbandoned(path);
  const unfinished = `${path}.${process.pid}.unfinished`;
  // `flush`: once the stream has closed, the file is on disk.
  const file = createWriteStream(unfinished, { flags: "wx", mode: ONLY_ITS_OWNER, flush: true });
  file.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => file.once("close", resolve));
  try {
    await write(file);
    await rename(unfinished, path);
  } catch (error) {
    // What fails early may fail before the file is created, which would then stay.
    file.destroy();
    await closed;
    await rm(unfinished, { force: true }).catch(() => printError(`${unfinished} can't be removed. Remove it.`));
    throw about(path, unfinished, error);
  }
  await keepName(dirname(path));
}

/** Removes what a killed process left of the same file. */
async function removeAbandoned(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const [, pid] = /^(\d+)\.unfinished$/.exec(name.startsWith(start) ? name.slice(start.length) : "") ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(dirname(path), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Makes an error of the temporary file one of the file, which is the name that the operator gave. */
function about(path: string, unfinished: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "path" in error && error.path === unfinished)) return error;
  if (error.code === "ENOENT") {
    return new StartError(`the folder ${dirname(path)} doesn't exist. Create it first`, { cause: error });
  }
  return Object.assign(error, { path });
}

// Some systems can't sync a folder. They do so on their own.
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
