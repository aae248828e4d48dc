import { createServer } from "node:http";
import { isReady } from "../http/health.ts";
import { JOBS_SOCKET } from "./jobs-socket.mjs";

/**
 * Lets check-health.mjs see whether a process that only runs jobs is ready. It has no port, and its container may have no place
 * for files, so it listens on a name that only its container knows. Only Linux has such names.
 */
export function showJobsHealth(): void {
  if (process.platform !== "linux") return;
  const server = createServer(async (_request, response) => {
    response.writeHead((await isReady()) ? 200 : 503).end();
  });
  // Another process of the same host or container has the name.
  server.on("error", () => undefined);
  server.listen(JOBS_SOCKET).unref();
}
