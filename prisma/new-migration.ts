import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { print } from "../server/process/console.ts";
import { runCommand } from "../server/process/run-command.ts";
import { StartError } from "../server/process/start-error.ts";

await runCommand(async () => {
  const [name, ...functions] = process.argv.slice(2);
  if (name === undefined || functions.length === 0) throw new StartError("usage: npm run migration -- NAME FUNCTION…");
  // Without the triggers, which are there: creating one again locks its table.
  const texts = functions.map((one) =>
    readFileSync(`prisma/functions/${one}.sql`, "utf8").replace(/^CREATE OR REPLACE TRIGGER[\s\S]*/m, ""),
  );
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = `prisma/migrations/${time}_${name}`;
  mkdirSync(folder);
  writeFileSync(`${folder}/migration.sql`, texts.join("\n"));
  print(`Wrote ${folder}/migration.sql. If its function is new, add the trigger.`);
}, "cannot write a migration");
