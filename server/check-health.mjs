// Checks that the service in this container, or the process that runs its jobs, is ready, for the Dockerfile's
// HEALTHCHECK: exit code 0, else 1.
import { get } from "node:http";
import { JOBS_SOCKET } from "./process/jobs-socket.mjs";

const { PORT = "3000" } = process.env;

/** @param {import("node:http").RequestOptions} where */
const isReady = (where) =>
  new Promise((resolve) => {
    const request = get({ ...where, path: "/health/ready" }, (response) => resolve(response.statusCode === 200));
    request.on("error", () => resolve(false));
  });

const ready = (await isReady({ host: "127.0.0.1", port: PORT })) || (await isReady({ socketPath: JOBS_SOCKET }));
process.exit(ready ? 0 : 1);
