import { say } from "./console.ts";
import { loadDotEnv } from "./dot-env.ts";
import { run } from "./run-command.ts";
import { serve } from "./serve.ts";

await run(async () => {
  loadDotEnv();
  await serve({
    dev: false,
    buildDir: ".next",
    onReady: (baseUrl) => say(`Site Inbox is running. Open ${baseUrl} to make your account or log in. Ctrl-C ends it.`),
  });
});
