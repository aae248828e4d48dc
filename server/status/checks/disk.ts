import { stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Finding } from "#lib/notify/status/schema.ts";
import { env } from "#platform/env.ts";
import { sizeWords } from "#platform/size-words.ts";
import { recordedLocation } from "../../database/home.ts";
import type { Check } from "../check.ts";
import { findGrowth } from "../samples.ts";

const LEAST_FREE = 1024 ** 3;
const SOON_DAYS = 30;

/** Whether the disks of the data and of backups have room, and for how long. A database's on another host isn't seen. */
export const disk: Check = {
  name: "disk",
  everySeconds: 300,
  isOfHost: true,
  async find() {
    const disks = await Promise.all((await foldersOnDisks()).map(measure));
    const samples = disks.map(({ sampled, free }) => ({ ...sampled, bytes: free }));
    return { ...judge(disks), samples };
  },
};

export type Disk = { folder: string; free: number; days: number | null; sampled: { what: string; host: string } };

/** Says what the disk needs that has the least room or is full soonest. */
export function judge(disks: Disk[]): Finding {
  const [least] = disks.toSorted((one, other) => one.free - other.free);
  const [soonest] = disks
    .flatMap(({ days, ...one }) => (days === null ? [] : { ...one, days }))
    .toSorted((one, other) => one.days - other.days);
  if (!least) return { state: "off", says: "This host stores nothing." };
  const { folder, free, days } = least;
  const room = `${sizeWords(free)} free on the disk with ${folder}`;
  if (free < LEAST_FREE) {
    return {
      state: "failing",
      says: `${room}.`,
      todo: "Make room. Below 256 MB, files are refused, and a full disk stops the built-in database.",
    };
  }
  if (soonest && soonest.days < SOON_DAYS) {
    return {
      state: "warning",
      says: `${sizeWords(soonest.free)} free on the disk with ${soonest.folder}. At this rate, it's full in ${Math.round(soonest.days)} days.`,
      todo: "Make room, or move the folder to a larger disk.",
    };
  }
  return { state: "good", says: days === null ? `${room}.` : `${room}, enough for ${Math.round(days)} days.` };
}

/** Returns the folders that the service writes to, one for each disk. */
async function foldersOnDisks(): Promise<string[]> {
  const { DATA_DIR, BACKUP_TO } = env();
  const folders = [
    resolve(DATA_DIR),
    await recordedLocation(DATA_DIR),
    BACKUP_TO?.startsWith("/") ? BACKUP_TO : undefined,
  ];
  const found = new Map<number, string>();
  for (const folder of folders) {
    const there = folder === undefined ? undefined : await stat(folder).catch(() => undefined);
    if (folder !== undefined && there && !found.has(there.dev)) found.set(there.dev, folder);
  }
  return [...found.values()];
}

async function measure(folder: string): Promise<Disk> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const sampled = { what: `free ${folder}`, host: hostname() };
  const growth = await findGrowth(sampled);
  return { folder, free, sampled, days: growth !== null && growth < 0 ? free / -growth : null };
}
