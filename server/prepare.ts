import { buildIfChanged } from "./build.ts";
import { print } from "./console.ts";
import { runCommand } from "./run-command.ts";
import { stopSignal } from "./stop-signal.ts";

// What npm start does first, for starting the service as a user without write access here.
await runCommand(async () => {
  await buildIfChanged(".next", stopSignal());
  print("Built. The service now starts without writing to this folder.");
}, "cannot be built");
