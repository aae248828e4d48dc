import type { Client } from "pg";
import {
  adoptSecrets,
  countOtherServices,
  type Misfit,
  needsItsSecret,
} from "#lib/base/sealing/database-secret.system.ts";
import { countSealed, type SealedCount } from "#lib/base/sealing/sealed-rows.system.ts";
import { fingerprintsOf, type Secrets, sealingKeys } from "#platform/crypto/keys.ts";
import type { Querying } from "#platform/database/database.ts";
import { readSettings, type Settings } from "#platform/env.ts";
import { print } from "../process/console.ts";
import { loadDotEnv } from "../process/dot-env.ts";
import { findSecret, makeSecret, secretFileOf } from "../process/secret.ts";
import { StartError } from "../process/start-error.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { onOwnConnection } from "./own-connection.ts";

/** Returns the secret, generated if the built-in database is new. Refuses one that doesn't fit the database. */
export async function provideSecret(settings: Settings, databaseUrl: string): Promise<string> {
  const work = async (tx: Querying) => {
    // In this order, as another start stores the secret before its fingerprint.
    const isNeeded = await needsItsSecret(tx);
    const found = await findSecret(settings);
    if (found === undefined && isNeeded) throw new StartError(missing(secretFileOf(settings)));
    const secret = found ?? (await makeSecret(settings));
    const misfit = await adoptSecrets(tx, { ...settings, AUTH_SECRET: secret });
    if (misfit) throw new StartError(misfitWords(misfit, settings));
    return secret;
  };
  return onOwnConnection(databaseUrl, (client) => within(client, work));
}

/** Runs a transaction on a connection, which has to be closed if it fails. */
export async function within<T>(client: Client, work: (tx: Querying) => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  const result = await work(statementsOf(client));
  await client.query("COMMIT");
  return result;
}

/** Runs statements on a connection. */
export const statementsOf = (client: Client): Querying => ({
  query: async ({ text, values }) => (await client.query({ text, values })).rows,
});

const OTHERWISE =
  "Put that one back, or, if it's lost for good, run npm run owner -- new-secret, which first says what's lost with it";

const missing = (path: string) =>
  `this database was sealed with an AUTH_SECRET that's missing: it isn't set, and ${path} doesn't exist. ${OTHERWISE}`;

/** Says in one sentence why a secret doesn't fit its database. */
export function misfitWords(misfit: Misfit, settings: Settings): string {
  const here = settings.AUTH_SECRET === undefined ? `the one in ${secretFileOf(settings)}` : "the one that's set";
  if (misfit === "another") return `this database was sealed with another AUTH_SECRET than ${here}. ${OTHERWISE}`;
  if (misfit === "replaced")
    return `this database's AUTH_SECRET is being changed, and ${here} is the previous one. Set AUTH_SECRET to the new one, and AUTH_SECRET_PREVIOUS to this one`;
  return `still sealed with an earlier AUTH_SECRET: ${countWords(misfit.unopened, "unreadable")}. Set AUTH_SECRET_PREVIOUS to that one until npm run owner -- secret says that no row needs it`;
}

/** Returns such as `2 webhook secrets, 1 two-factor key`. */
export const countWords = (counts: SealedCount[], by: "current" | "previous" | "unreadable"): string =>
  counts
    .filter((count) => count[by] > 0)
    .map((count) => `${count[by].toLocaleString("en")} ${count[by] === 1 ? count.column.one : count.column.many}`)
    .join(", ");

/** Returns the secrets, if there's one yet. Throws if they don't fit the database, and changes nothing. */
async function requireFitting(client: Client, settings: Settings): Promise<Secrets | undefined> {
  const found = await findSecret(settings);
  if (found === undefined) {
    if (await needsItsSecret(statementsOf(client))) throw new StartError(missing(secretFileOf(settings)));
    return undefined;
  }
  const secrets = { ...settings, AUTH_SECRET: found };
  await client.query("BEGIN");
  const misfit = await adoptSecrets(statementsOf(client), secrets);
  await client.query("ROLLBACK");
  if (misfit) throw new StartError(misfitWords(misfit, settings));
  return secrets;
}

/** Throws if the service can't start on a database with the secret that it has here. */
export const checkSecret = (settings: Settings, databaseUrl: string): Promise<unknown> =>
  onOwnConnection(databaseUrl, (client) => requireFitting(client, settings));

/** Prints which secret a database is sealed with, and what still needs the previous one. It changes nothing. */
export async function printSecretStatus(): Promise<void> {
  loadDotEnv();
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    await migrate(database.url);
    await onOwnConnection(database.url, async (client) => {
      const secrets = await requireFitting(client, settings);
      if (secrets) await printCounts(statementsOf(client), secrets);
      else print("This database has no secret yet. The first start of the service creates one.");
    });
  } finally {
    await database.stop();
  }
}

const STATES = {
  current: "Sealed with AUTH_SECRET",
  previous: "Still sealed with AUTH_SECRET_PREVIOUS",
  unreadable: "Lost, because an earlier secret sealed it",
} as const;
const BY = ["current", "previous", "unreadable"] as const;

async function printCounts(tx: Querying, secrets: Secrets): Promise<void> {
  const counts = await countSealed(tx, sealingKeys(secrets));
  for (const by of BY) {
    const words = countWords(counts, by);
    if (words !== "") print(`${STATES[by]}: ${words}.`);
  }
  if (counts.every(({ previous }) => previous === 0)) return print("No row needs AUTH_SECRET_PREVIOUS.");
  const others = await countOtherServices(tx, fingerprintsOf(secrets)[0]);
  print(
    others === 0
      ? "Keep AUTH_SECRET_PREVIOUS. A running service seals these rows again."
      : `Keep AUTH_SECRET_PREVIOUS. These rows are sealed again once ${others} ${others === 1 ? "service has" : "services have"} been restarted with the new AUTH_SECRET.`,
  );
}
