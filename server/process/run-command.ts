import { SettingsError } from "#platform/env.ts";
import { printError } from "./console.ts";
import { StartError, startErrorFrom } from "./start-error.ts";

/** Runs a command of the project, and turns a failure into one line and an exit code. */
export async function runCommand(command: () => Promise<void>, failing = "cannot start"): Promise<void> {
  try {
    await command();
    process.exit();
  } catch (error) {
    if (error instanceof SettingsError || error instanceof StartError) {
      printError(`Site Inbox ${failing}: ${error.message}`);
    } else if (isFromOutside(error)) {
      printError(startErrorFrom(error, `Site Inbox ${failing}`).message);
    } else {
      printError(`Site Inbox ${failing}: ${error instanceof Error ? error.stack : String(error)}`);
    }
    process.exit(1);
  }
}

// The system and PostgreSQL give their errors a code, and their messages say enough. Node's own are our mistakes.
const isFromOutside = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && !String(error.code).startsWith("ERR_");
