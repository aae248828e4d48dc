import { createInterface } from "node:readline";
import { readSettings, type Settings } from "#platform/env.ts";
import { endpointsOf, type OAuthClient, OAuthError, type OAuthProvider } from "#platform/imap/oauth.ts";
import { loginWithBrowser, loginWithCode } from "#platform/imap/oauth-login.ts";
import { print } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { StartError } from "./process/start-error.ts";

const USAGE =
  "usage: npm run mail -- login google, npm run mail -- login microsoft, or npm run mail -- login microsoft/TENANT";

/* Logs in to the mailbox for replies once, and prints the settings that the service logs in with: npm run mail. It needs no database. */
await runCommand(async () => {
  const [verb, name = "", ...rest] = process.argv.slice(2);
  const [, provider, tenant = "common"] = /^(google|microsoft)(?:\/([\w.-]+))?$/.exec(name) ?? [];
  if (verb !== "login" || provider === undefined || rest.length > 0) throw new StartError(USAGE);
  if (provider === "google" && name !== provider) throw new StartError(USAGE);
  loadDotEnv();
  const chosen: OAuthProvider = provider === "google" ? { name: "google" } : { name: "microsoft", tenant };
  const token = await login(chosen, clientOf(chosen, readSettings())).catch(explain);
  print("");
  print("Logged in. Set these, and INBOUND_IMAP_URL without a password:");
  print(`INBOUND_OAUTH=${name}`);
  print(`INBOUND_OAUTH_REFRESH_TOKEN=${token}`);
}, "cannot log in to the mailbox");

function clientOf({ name }: OAuthProvider, settings: Settings): OAuthClient {
  const { INBOUND_OAUTH_CLIENT_ID: id, INBOUND_OAUTH_CLIENT_SECRET: secret } = settings;
  if (id === undefined)
    throw new StartError("INBOUND_OAUTH_CLIENT_ID isn't set. docs/operating/mail.md says where it's from");
  if (name === "google" && secret === undefined)
    throw new StartError("INBOUND_OAUTH_CLIENT_SECRET isn't set. Google shows it next to the client ID");
  return { id, secret };
}

function login(provider: OAuthProvider, client: OAuthClient): Promise<string> {
  const endpoints = endpointsOf(provider);
  if (provider.name === "google") return loginWithBrowser(endpoints, client, showPage);
  return loginWithCode(endpoints, client, (page, code) => {
    print(`Open ${page} in any browser, log in as the mailbox, and enter the code ${code}`);
    print("This command waits until that's done.");
  });
}

// Google's codes for other devices aren't allowed to read mailboxes, so the browser has to come back here.
async function showPage(page: string): Promise<string> {
  print("Open this page in a browser, and log in as the mailbox:");
  print(page);
  print("");
  print("If the browser is on another computer, it ends at a page that can't be shown. Paste its address here:");
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) if (line.trim() !== "") return line;
  // Without a terminal, the browser is waited for.
  return new Promise(() => undefined);
}

function explain(error: unknown): never {
  throw error instanceof OAuthError ? new StartError(error.message) : error;
}
