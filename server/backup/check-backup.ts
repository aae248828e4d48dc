import type { Readable } from "node:stream";
import { listUnknown } from "../database/migrate.ts";
import { readPacked, verifyBackup } from "./backup-file.ts";
import { withConnection } from "./connection.ts";
import type { Progress } from "./report-progress.ts";
import { restoreStream } from "./restore-stream.ts";
import { NoScratchDatabase, withScratchDatabase } from "./scratch-database.ts";

/** How a backup was checked: restored and compared, or only read, and why. */
export type Checked = { how: "restore" } | { how: "read"; why: string };

type Options = {
  /** Of the database that was backed up. */
  url: string;
  open(): Promise<Readable>;
  how: Checked["how"];
  signal: AbortSignal;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/**
 * Reads a backup where it's kept, and compares all that's in it with its checksums. Then restores its rows into a database beside its
 * own, if that's possible, and compares them. Throws StartError if it isn't as it was written.
 */
export async function checkBackup({ how, ...options }: Options): Promise<Checked> {
  await verifyBackup(await options.open(), options.signal);
  if (how === "read") return { how, why: "BACKUP_CHECK=read" };
  if (await isNewer(options)) return { how: "read", why: "a newer version has migrated the database" };
  try {
    await withScratchDatabase(options.url, (url) => restoreRows(url, options));
    return { how };
  } catch (error) {
    if (!(error instanceof NoScratchDatabase)) throw error;
    return { how: "read", why: error.message };
  }
}

const isNewer = ({ url, signal }: Pick<Options, "url" | "signal">): Promise<boolean> =>
  withConnection(
    url,
    { signal, ended: "the check was ended", failed: "the check failed" },
    async (client) => (await listUnknown(client)).length > 0,
  );

class Compared extends Error {}

async function restoreRows(url: string, { open, signal, onProgress }: Omit<Options, "how" | "url">): Promise<void> {
  let isCompared = false;
  // Nothing of it is kept, and the files behind the rows were read before.
  const rollBack = async () => {
    isCompared = true;
    throw new Compared();
  };
  const options = { signal, ended: "the check was ended", failed: "the check failed" };
  const restoring = withConnection(url, options, async (client) => {
    await using text = readPacked(await open(), signal);
    const filled = (table: string) => `the database for the check isn't empty (${table})`;
    await restoreStream(client, text, { filled, onProgress, restoreFiles: rollBack });
  });
  await restoring.catch((error: unknown) => {
    if (!isCompared) throw error;
  });
}
