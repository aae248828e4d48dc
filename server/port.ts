import type { Settings } from "#platform/env.ts";
import { freePort, tryPort } from "./free-port.ts";
import { StartError } from "./start-error.ts";

/** Finds out whether the port can be had; for port 0, which one. */
export async function withPort(settings: Settings): Promise<Settings> {
  try {
    const { PORT, HOST } = settings;
    if (PORT === 0) return { ...settings, PORT: await freePort(HOST) };
    await tryPort(PORT, HOST);
    return settings;
  } catch (error) {
    throw listenFailure(error, settings);
  }
}

/** Says what to do about a port or host that cannot be listened on. Any other failure stays what it is. */
export function listenFailure(error: unknown, { PORT, HOST }: Pick<Settings, "PORT" | "HOST">): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") {
    return new StartError(
      `port ${PORT} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
    );
  }
  if (code === "EACCES") {
    return new StartError(`this account may not listen on port ${PORT}. Choose another: PORT=3001 npm start`);
  }
  // The host is all that is left to be wrong, and systems have many codes for that.
  return code === undefined ? error : new StartError(`HOST ${HOST} is not an address of this machine (${code})`);
}
