import { createServer, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { provideEnv, readSettings } from "#platform/env.ts";
import { withRequestContext } from "#platform/request-context.ts";
import { withPort } from "../../server/http/port.ts";
import { setCommonHeaders } from "../../server/http/security-headers.ts";
import { sendConsoleToLog } from "../../server/process/console-log.ts";
import { setNextEnvironment } from "../../server/process/next-environment.ts";
import { runCommand } from "../../server/process/run-command.ts";
import { stopSignal, whenStopped } from "../../server/process/stop-signal.ts";

// Serves the same build by Next's own handler alone: in development too, requests reach the routes through Next.
await runCommand(async () => {
  const stop = stopSignal();
  const { DATABASE_URL = "", AUTH_SECRET = "", ...settings } = await withPort(readSettings());
  const { BASE_URL, PORT, HOST } = provideEnv({ ...settings, DATABASE_URL, AUTH_SECRET });
  sendConsoleToLog();
  const buildDir = process.env.SITE_INBOX_BUILD_DIR ?? ".next-test";
  setNextEnvironment({ mode: "production", baseUrl: BASE_URL, buildDir });
  const { default: next } = await import("next");
  const app = next({ dev: false, httpServer: new Server() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((request, response) => {
    setCommonHeaders(response);
    void withRequestContext({ address: null, mayRunRoutes: true }, () => handle(request, response));
  });
  server.listen(PORT, HOST, () => process.send?.({ baseUrl: BASE_URL, port: (server.address() as AddressInfo).port }));
  await whenStopped(stop);
});
