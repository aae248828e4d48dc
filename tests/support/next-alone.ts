import { createServer, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { provideEnv, readSettings } from "#platform/env.ts";
import { setNextEnvironment } from "../../server/next-environment.ts";
import { withPort } from "../../server/port.ts";
import { run } from "../../server/run-command.ts";
import { stopSignal, whenStopped } from "../../server/stop-signal.ts";

// The same build, served by Next's own handler for production alone: whoever deploys it that way gets the same contract.
await run(async () => {
  const stop = stopSignal();
  const { DATABASE_URL = "", AUTH_SECRET = "", ...settings } = await withPort(readSettings());
  const { BASE_URL, PORT, HOST } = provideEnv({ ...settings, DATABASE_URL, AUTH_SECRET });
  const buildDir = process.env.SITE_INBOX_BUILD_DIR ?? ".next-test";
  setNextEnvironment({ mode: "production", baseUrl: BASE_URL, buildDir });
  const { default: next } = await import("next");
  const app = next({ dev: false, httpServer: new Server() });
  await app.prepare();
  const answer = app.getRequestHandler();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(PORT, HOST, () => process.send?.({ baseUrl: BASE_URL, port: (server.address() as AddressInfo).port }));
  await whenStopped(stop);
});
