import type { IncomingMessage, ServerResponse } from "node:http";
import { countedFigures, countRequestAnswered } from "#lib/metrics/count.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts an answer when it is over, under the route's name that is known by then. */
export function observeAnswer({ method = "" }: IncomingMessage, response: ServerResponse): { name: string } {
  const route = { name: "none" };
  if (!countedFigures()) return route;
  const started = performance.now();
  response.once("close", () => {
    // How long a stream is open says nothing about how fast it was answered.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
    countRequestAnswered({
      method: METHODS.has(method) ? method : "other",
      route: route.name,
      status: response.statusCode,
      ms: performance.now() - started,
    });
  });
  return route;
}
