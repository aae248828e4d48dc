import { runCommand } from "../../server/run-command.ts";
import { serve } from "../../server/serve.ts";

// The service under test: what npm start runs, without .env and the words on the terminal.
await runCommand(() =>
  serve({
    dev: false,
    buildDir: process.env.SITE_INBOX_BUILD_DIR ?? ".next-test",
    onReady: (baseUrl, port) => process.send?.({ baseUrl, port }),
  }),
);
