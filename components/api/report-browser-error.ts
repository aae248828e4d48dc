import type { BrowserErrorBody } from "#lib/browser-errors/schema.ts";

const NAMES: readonly string[] = [
  "TypeError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "URIError",
  "EvalError",
  "DOMException",
] satisfies BrowserErrorBody["name"][];
const FRAMES_MAX = 5;
const FRAME = /\/_next\/static\/chunks\/([\w~-]+\.js):(\d+):(\d+)/g;

const isKnown = (name: string): name is BrowserErrorBody["name"] => NAMES.includes(name);

/** Reports a browser error to the service's log, without its message, which may quote what people typed. */
export function reportBrowserError(error: Error & { digest?: string }, area: BrowserErrorBody["area"]): void {
  // Errors with a digest come from the server, which has logged them.
  if (error.digest !== undefined) return;
  const frames = [...(error.stack ?? "").matchAll(FRAME)].slice(0, FRAMES_MAX);
  const body: BrowserErrorBody = {
    name: isKnown(error.name) ? error.name : "Error",
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
