import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { openEmbedded } from "../../server/database/embedded.ts";
import { tryLock } from "../../server/database/file-lock.ts";
import { migrate } from "../../server/database/migrate.ts";
import { discardDatabase } from "../../tests/support/throwaway-database.ts";
import type { DataSetOwner } from "../data-set/fill-tables.ts";
import { type MadeOwner, makeDataSet } from "../data-set.ts";
import { isShort } from "../options.ts";
import { benchFolder } from "./folder.ts";

const MESSAGES_PER_CONVERSATION = 4;
const PREFIX = "data-";
const MADE = "made.json";

/** The owners whose pages are read, by how many sites they have. Two are in the large set alone: for searches and teams. */
export const OWNERS = {
  searched: "searched@example.com",
  oneSite: "one@example.com",
  fiveSites: "five@example.com",
  thousandSites: "thousand@example.com",
  fiftySites: "fifty@example.com",
};

const ownersWith = (oneSite: number, fiveSites: number, thousandSites: number): DataSetOwner[] => [
  { email: OWNERS.oneSite, sites: 1, conversations: oneSite },
  { email: OWNERS.fiveSites, sites: 5, conversations: fiveSites },
  { email: OWNERS.thousandSites, sites: 1000, conversations: thousandSites },
];

const SETS = {
  small: { conversations: 1000, owners: ownersWith(250, 500, 250) },
  big: {
    conversations: isShort ? 200_000 : 1_000_000,
    owners: [
      ...ownersWith(50_000, 50_000, 50_000),
      { email: OWNERS.searched, sites: 1, conversations: isShort ? 25_000 : 250_000 },
      { email: OWNERS.fiftySites, sites: 50, conversations: isShort ? 10_000 : 100_000 },
    ],
  },
};

export type MadeSet = { url: string; owners: MadeOwner[] };
export type DataSets = { big: MadeSet; small: MadeSet } & AsyncDisposable;

type Made = { [set in keyof typeof SETS]: MadeOwner[] };

// Another maker or another migration makes other data.
function hashOfMaker(): string {
  const files = [
    "bench/data-set.ts",
    ...globSync("bench/data-set/*.ts"),
    ...globSync("prisma/migrations/*/migration.sql"),
  ];
  const hash = createHash("sha256").update(JSON.stringify(SETS));
  for (const file of files.sort((a, b) => a.localeCompare(b))) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

/** The two data sets in one built-in database, which is kept in a folder from one run to the next. Created on first use. */
export async function openDataSets(progress: (words: string) => void): Promise<DataSets> {
  const name = PREFIX + hashOfMaker();
  await discardOthers(name);
  const folder = benchFolder(name);
  if (!existsSync(join(folder, MADE))) await makeAll(folder, progress);
  const made = JSON.parse(readFileSync(join(folder, MADE), "utf8")) as Made;
  const database = await openEmbedded(folder);
  const set = (one: keyof Made): MadeSet => ({ url: databaseUrl(database.url, one), owners: made[one] });
  return { big: set("big"), small: set("small"), [Symbol.asyncDispose]: database.stop };
}

async function makeAll(folder: string, progress: (words: string) => void): Promise<void> {
  // What a run left that was ended half-way is of no use.
  await discardDatabase(folder);
  const database = await openEmbedded(benchFolder(folder.replace(/^\.bench\/?/, "")));
  try {
    const made: Partial<Made> = {};
    for (const set of ["small", "big"] as const) {
      progress(`making the ${set} data set, which is kept for the next run`);
      await createDatabase(database.url, set);
      const url = databaseUrl(database.url, set);
      await migrate(url);
      const dataSet = { ...SETS[set], messagesPerConversation: MESSAGES_PER_CONVERSATION, conversationsPerOther: 100 };
      made[set] = await makeDataSet(url, dataSet, progress);
    }
    writeFileSync(join(folder, MADE), JSON.stringify(made));
  } finally {
    await database.stop();
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function createDatabase(server: string, name: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}

async function discardOthers(kept: string): Promise<void> {
  for (const name of readdirSync(benchFolder())) {
    if (!name.startsWith(PREFIX) || name === kept) continue;
    const folder = benchFolder(name);
    const lock = tryLock(join(folder, "users.lock"), "exclusive");
    lock?.release();
    if (lock) await discardDatabase(folder);
  }
}
