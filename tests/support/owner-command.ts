import { runCommand } from "./command.ts";
import { testEnvironment } from "./environment.ts";

/** Runs npm run owner on the database of the service under test. */
export const runOwner = (...args: string[]) =>
  runCommand(process.execPath, [...testEnvironment.recording, "server/owner.ts", ...args], {
    signal: AbortSignal.timeout(60_000),
    env: { DATABASE_URL: testEnvironment.databaseUrl, AUTH_SECRET: testEnvironment.authSecret },
  });
