import { runCommand } from "../../server/process/run-command.ts";
import { serve } from "../../server/process/serve.ts";
import { silence } from "./silence.ts";

silence(process.env.TEST_SILENCE ? process.env.TEST_SILENCE.split(",") : []);

// A test that fails before it stops a service ends with its worker, and so does the service.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

// The service under test: what npm start runs, without .env and the words on the terminal.
await runCommand(() =>
  serve({
    dev: false,
    buildDir: process.env.SITE_INBOX_BUILD_DIR ?? ".next-test",
    onReady: (baseUrl, port) => process.send?.({ baseUrl, port }),
  }),
);
