import { findBinaries } from "./database/binaries.ts";
import { buildIfChanged } from "./process/build.ts";
import { print } from "./process/console.ts";
import { runCommand } from "./process/run-command.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

// Runs the first steps of npm start, so that a user without write access can start the service later.
await runCommand(async () => {
  await buildIfChanged(".next", stopSignal());
  // It prepares the built-in database's programs in this folder, if npm has installed them.
  await findBinaries().catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
  });
  print("Built. The service now starts without writing to this folder.");
}, "cannot be built");
