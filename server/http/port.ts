import type { Settings } from "#platform/env.ts";
import { StartError } from "../process/start-error.ts";
import { freePort, isPortTaken, tryPort } from "./free-port.ts";

/** Checks that the port and the host can be used, or picks a port for port 0. */
export async function withPort(settings: Settings): Promise<Settings> {
  try {
    const { PORT, HOST } = settings;
    if (PORT === 0) return { ...settings, PORT: await freePort(HOST) };
    await tryPort(0, HOST);
    if (await isPortTaken(PORT, HOST)) throw Object.assign(new Error("in use"), { code: "EADDRINUSE" });
    return settings;
  } catch (error) {
    throw listenFailure(error, settings);
  }
}

/** Explains a port or host that can't be listened on. Returns any other error unchanged. */
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
  // Only the host can be wrong now, and systems have many codes for that.
  return code === undefined ? error : new StartError(`HOST ${HOST} is not an address of this machine (${code})`);
}
