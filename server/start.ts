import { print } from "./console.ts";
import { loadDotEnv } from "./dot-env.ts";
import { runCommand } from "./run-command.ts";
import { serve } from "./serve.ts";

await runCommand(async () => {
  loadDotEnv();
  await serve({
    dev: false,
    buildDir: ".next",
    onReady: (baseUrl) =>
      print(`Site Inbox is running. Open ${baseUrl} to create your account or log in. Press Ctrl-C to stop.`),
  });
});
