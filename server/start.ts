import { quietTerminal } from "#platform/env.ts";
import { print } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { serve } from "./process/serve.ts";

await runCommand(async () => {
  loadDotEnv();
  quietTerminal();
  await serve({
    dev: false,
    buildDir: ".next",
    onReady: (baseUrl) =>
      print(`Site Inbox is running. Open ${baseUrl} to create your account or log in. Press Ctrl-C to stop.`),
  });
  print("Stopped.");
});
