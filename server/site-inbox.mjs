#!/usr/bin/env node
// The command of the package: `site-inbox` starts the service, `site-inbox backup` and so on are those of the guides.
// Only syntax that Node 12 reads, so that launch.mjs can say which Node is needed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SCRIPTS = {
  start: "start",
  backup: "backup",
  restore: "restore",
  doctor: "doctor",
  owner: "owner",
  jobs: "jobs",
  files: "files",
  mail: "mail",
  "db:move": "move",
  "db:upgrade": "upgrade-database",
  "db:seed": "seed",
};
const USAGE = `usage: site-inbox [${Object.keys(SCRIPTS).join(" | ")} | update | --version]`;
const UPDATE =
  "To update: make a backup, stop Site Inbox, install the new version (npm install -g PACKAGE.tgz, or unpack its archive), and start it.";

const LAUNCH = new URL("../.packed/server/launch.mjs", import.meta.url);
const [command = "start", ...args] = process.argv.slice(2);
const script = Object.keys(SCRIPTS).includes(command) ? SCRIPTS[command] : undefined;

if (script !== undefined) {
  process.argv.splice(1, process.argv.length, fileURLToPath(LAUNCH), `server/${script}.ts`, ...args);
  void import(LAUNCH.href);
} else if (command === "--version") {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else if (command === "update" || command === "--help") {
  process.stdout.write(`${command === "update" ? UPDATE : USAGE}\n`);
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
}
