import { createInterface } from "node:readline/promises";
import type { Client } from "pg";
import { adoptSecrets } from "#lib/base/sealing/database-secret.system.ts";
import { replaceSecret } from "#lib/base/sealing/replace-secret.system.ts";
import { countSealed } from "#lib/base/sealing/sealed-rows.system.ts";
import { sealingKeys } from "#platform/crypto/keys.ts";
import { readSettings, type Settings } from "#platform/env.ts";
import { withConnection } from "../backup/connection.ts";
import { openAlone } from "../backup/open-alone.ts";
import { print } from "../process/console.ts";
import { loadDotEnv } from "../process/dot-env.ts";
import { findSecret, makeSecret } from "../process/secret.ts";
import { Shutdown } from "../process/shutdown.ts";
import { StartError } from "../process/start-error.ts";
import { stopSignal } from "../process/stop-signal.ts";
import { statementsOf, within } from "./database-secret.ts";
import { migrate } from "./migrate.ts";

const KEPT = "so nothing was changed";
const SAME = `this database is sealed with this AUTH_SECRET already, ${KEPT}. To change it, see docs/operating/security.md`;
const NOT_CONFIRMED = `it wasn't confirmed, ${KEPT}. To confirm it without a terminal, add --yes`;

/** Gives a database another secret although the one that sealed it is lost, once the operator has seen what that costs. */
export async function giveNewSecret(isConfirmed: boolean): Promise<void> {
  loadDotEnv();
  const settings = readSettings();
  const signal = stopSignal();
  const undo = new Shutdown();
  try {
    const found = await findSecret(settings);
    const { url, closure } = await openAlone(settings, undo);
    await migrate(url, { signal });
    await withConnection(url, { signal, ended: `it was ended, ${KEPT}`, failed: KEPT }, async (client) => {
      if (found !== undefined && settings.AUTH_SECRET_PREVIOUS === undefined && (await fits(client, settings, found)))
        throw new StartError(SAME);
      for (const line of await lossesOf(client, settings, found)) print(line);
      if (!isConfirmed && !(await confirm(signal))) throw new StartError(NOT_CONFIRMED);
      const secret = found ?? (await makeSecret(settings));
      await within(client, async (tx) => {
        await replaceSecret(tx, { ...settings, AUTH_SECRET: secret });
        await closure.ensure();
      });
    });
    print("This database has its new secret. Start the service without AUTH_SECRET_PREVIOUS.");
  } finally {
    await undo.run();
  }
}

const fits = (client: Client, settings: Settings, secret: string) =>
  within(client, async (tx) => (await adoptSecrets(tx, { ...settings, AUTH_SECRET: secret })) === null);

const ALWAYS = [
  "Everyone has to log in again. Visitors are new to the service, unless their site verifies them. Links in earlier",
  "emails and to files stop working.",
];

// By column; a previous secret isn't missed.
const LOSSES: Record<string, string> = {
  "push_keys.private_key": "No device gets notifications until Site Inbox is opened on it again.",
  "channels.address": "Devices and channels stop. People open Site Inbox on a device again, and add a channel again",
  "inbound_mailboxes.refresh_token":
    "The mailbox is logged in to with INBOUND_OAUTH_REFRESH_TOKEN, which may be too old.",
  "webhook_endpoints.secret": "Webhooks send nothing until their secret is replaced, on the site's page",
  "identity_secrets.secret": "Sites verify no visitor until their identity secret is replaced",
  "site_cards.secret": "Sites show no card until its secret is replaced",
  "second_factors.secret":
    "People with two-factor login log in with a recovery code. npm run owner -- reset EMAIL helps those without one",
};

async function lossesOf(client: Client, settings: Settings, found: string | undefined): Promise<string[]> {
  const { AUTH_SECRET_PREVIOUS: previous } = settings;
  const known = found ?? previous;
  const keys = known === undefined ? [] : sealingKeys({ ...settings, AUTH_SECRET: known });
  const lost = (await countSealed(statementsOf(client), keys)).flatMap(({ column: { table, column }, unreadable }) => {
    const loss = LOSSES[`${table}.${column}`];
    if (unreadable === 0 || loss === undefined) return [];
    return [loss.endsWith(".") ? loss : `${loss}: ${unreadable.toLocaleString("en")}.`];
  });
  const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM blocked_addresses");
  const blocked = rows[0]?.count ?? 0;
  const unblocked = blocked > 0 ? [`Blocked addresses have to be blocked again: ${blocked.toLocaleString("en")}.`] : [];
  return ["With a new secret:", ...ALWAYS, ...lost, ...unblocked];
}

async function confirm(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question("Type yes to go on: ", { signal })).trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
