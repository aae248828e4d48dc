import { ERROR_NAMES, FRAMES_MAX } from "#lib/browser-errors/rules.ts";
import type { BrowserErrorBody } from "#lib/browser-errors/schema.ts";

const FRAME = /\/_next\/static\/chunks\/([\w~-]+\.js):(\d+):(\d+)/g;

/** Reports a browser error to the service's log, without its message, which may quote what people typed. */
export function reportBrowserError(error: Error & { digest?: string }, area: BrowserErrorBody["area"]): void {
  // Errors with a digest come from the server, which has logged them.
  if (error.digest !== undefined) return;
  const frames = [...(error.stack ?? "").matchAll(FRAME)].slice(0, FRAMES_MAX);
  const body: BrowserErrorBody = {
    name: ERROR_NAMES.find((name) => name === error.name) ?? "Error",
    area,
    frames: frames.map(([, file, line, column]) => `${file}:${line}:${column}`),
  };
  fetch("/browser-errors", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
