import { logFailure } from "#platform/failure-log.ts";

const logged = new WeakSet<object>();

/** Whether `surviveUnexpected` has logged this error. Next prints those on the console too. */
export const isLogged = (error: Error): boolean => logged.has(error);

function logUnexpected(error: unknown, event: string): void {
  if (error instanceof Error) logged.add(error);
  logFailure(error, event);
}

/**
 * Logs what wasn't caught. A rejected promise without a handler stops nothing. After a thrown error the state is unknown, so
 * this process shuts down in order, with exit code 1, for its supervisor to restart it.
 */
export function surviveUnexpected(): void {
  process.on("unhandledRejection", (reason) => logUnexpected(reason, "unhandled promise rejection"));
  process.on("uncaughtException", (error) => {
    logUnexpected(error, "uncaught exception; exiting");
    process.exitCode = 1;
    process.emit("SIGTERM");
  });
}
