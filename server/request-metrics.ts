import type { IncomingMessage, ServerResponse } from "node:http";
import { countResponse, currentMetrics } from "#platform/metrics/count.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts an answer when it is over, under the route's name that is known by then. */
export function observeResponse({ method = "" }: IncomingMessage, response: ServerResponse): { name: string } {
  const route = { name: "none" };
  if (!currentMetrics()) return route;
  const started = performance.now();
  response.once("close", () => {
    // How long a stream is open says nothing about response times.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
    countResponse({
      method: METHODS.has(method) ? method : "other",
      route: route.name,
      // Who goes before there is an answer got none, whatever it would have been.
      status: response.headersSent ? String(response.statusCode) : "none",
      ms: performance.now() - started,
    });
  });
  return route;
}
