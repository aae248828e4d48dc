import { print } from "./console.ts";
import { loadDotEnv } from "./dot-env.ts";
import { runCommand } from "./run-command.ts";
import { serve } from "./serve.ts";

await runCommand(async () => {
  loadDotEnv();
  await serve({
    dev: true,
    buildDir: ".next",
    onReady: (baseUrl) => print(`Site Inbox is running for development at ${baseUrl}. Press Ctrl-C to stop.`),
  });
});
