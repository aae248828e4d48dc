import { buildIfChanged } from "./build.ts";
import { print } from "./console.ts";
import { findBinaries } from "./database/binaries.ts";
import { runCommand } from "./run-command.ts";
import { StartError } from "./start-error.ts";
import { stopSignal } from "./stop-signal.ts";

// Runs the first steps of npm start, so that a user without write access can start the service later.
await runCommand(async () => {
  await buildIfChanged(".next", stopSignal());
  // It prepares the built-in database's programs in this folder, if npm has installed them.
  await findBinaries().catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
  });
  print("Built. The service now starts without writing to this folder.");
}, "cannot be built");
