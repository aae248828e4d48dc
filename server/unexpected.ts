import { logFailure } from "#platform/failure-log.ts";

/**
 * Logs what wasn't caught. A rejected promise without a handler stops nothing. After a thrown error the state is unknown, so
 * this process shuts down in order, with exit code 1, for its supervisor to restart it.
 */
export function surviveUnexpected(): void {
  process.on("unhandledRejection", (reason) => logFailure(reason, "unhandled promise rejection"));
  process.on("uncaughtException", (error) => {
    logFailure(error, "uncaught exception; exiting");
    process.exitCode = 1;
    process.emit("SIGTERM");
  });
}
