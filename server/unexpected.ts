import { logFailure } from "#platform/failure-log.ts";

/**
 * What nobody caught is logged. A failed promise that nobody awaited ends nothing. After a thrown error nobody knows what
 * was left half done, so this process ends in order, with exit code 1, for whoever watches it to start it again.
 */
export function surviveUnexpected(): void {
  process.on("unhandledRejection", (reason) => logFailure(reason, "a promise was rejected unnoticed"));
  process.on("uncaughtException", (error) => {
    logFailure(error, "an error was thrown unnoticed, so this process ends");
    process.exitCode = 1;
    process.emit("SIGTERM");
  });
}
