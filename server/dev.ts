import { say } from "./console.ts";
import { loadDotEnv } from "./dot-env.ts";
import { run } from "./run-command.ts";
import { serve } from "./serve.ts";

await run(async () => {
  loadDotEnv();
  await serve({
    dev: true,
    buildDir: ".next",
    onReady: (baseUrl) => say(`Site Inbox is running for development at ${baseUrl}. Ctrl-C ends it.`),
  });
});
