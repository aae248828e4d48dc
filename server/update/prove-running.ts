import { env } from "#platform/env.ts";
import { withDatabase } from "../database/with-database.ts";
import { print } from "../process/console.ts";
import { runCommand } from "../process/run-command.ts";
import { proveChain } from "./prove.ts";

/* Proves the running service of this folder by a message through all of it, for npm run update. */
await runCommand(async () => {
  await withDatabase(async () => {
    const { HOST, PORT } = env();
    const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
    const isProved = await proveChain(`http://${host.includes(":") ? `[${host}]` : host}:${PORT}`);
    print(
      isProved ? "A message was stored, streamed and found." : "There are no accounts yet, so no message was sent.",
    );
  });
}, "doesn't work");
