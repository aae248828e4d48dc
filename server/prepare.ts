import { buildIfChanged } from "./build.ts";
import { say } from "./console.ts";
import { run } from "./run-command.ts";
import { stopSignal } from "./stop-signal.ts";

// What npm start does first, for whoever starts the service as a user who may not write here.
await run(async () => {
  await buildIfChanged(".next", stopSignal());
  say("Built. The service starts without writing anything here.");
}, "cannot be built");
