import { buildIfChanged } from "./build.ts";
import { print } from "./console.ts";
import { runCommand } from "./run-command.ts";
import { stopSignal } from "./stop-signal.ts";

// Runs the first steps of npm start, so that a user without write access can start the service later.
await runCommand(async () => {
  await buildIfChanged(".next", stopSignal());
  print("Built. The service now starts without writing to this folder.");
}, "cannot be built");
