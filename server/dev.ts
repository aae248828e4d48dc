import { print } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { serve } from "./process/serve.ts";

await runCommand(async () => {
  loadDotEnv();
  await serve({
    dev: true,
    buildDir: ".next",
    onReady: (baseUrl) => print(`Site Inbox is running for development at ${baseUrl}. Press Ctrl-C to stop.`),
  });
});
