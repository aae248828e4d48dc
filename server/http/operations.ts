import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bearerToken } from "#gate/credential.ts";
import { probeToken } from "#platform/crypto/keys.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { apiHeaders } from "#platform/http/api-headers.ts";
import { problemResponse, RETRY_AFTER_SECONDS } from "#platform/http/problem.ts";
import type { HttpResponse, ResponseHeaders } from "#platform/http/response.ts";
import { newId } from "#platform/new-id.ts";
import { runningVersion } from "#platform/version.ts";
import { isReady } from "./health.ts";
import { sendResponse } from "./send-response.ts";

const ALLOW = "GET, HEAD, OPTIONS";

type Operation = (request: IncomingMessage, headers: ResponseHeaders) => HttpResponse | Promise<HttpResponse>;

/** Routes for operators. None needs Next, counts towards a limit, or is logged. */
const OPERATIONS: Record<string, Operation> = {
  // The number alone, which the API's document has too.
  "health/live": (_request, headers) => statusResponse(headers, true, { version: runningVersion().version }),
  "health/ready": serveReadiness,
  "health/stream": openProbeStream,
  metrics: serveMetrics,
};

/** Whether a path is one of the operators' routes. */
export const isOperation = (path: string[]): boolean => path[0] === "health" || path[0] === "metrics";

export async function serveOperation(
  path: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = newId();
  const made = await run(path.join("/"), request, requestId).catch((error: unknown) =>
    problemResponse(error, requestId),
  );
  sendResponse(request.method === "HEAD" ? { ...made, body: null } : made, response);
}

async function run(name: string, request: IncomingMessage, requestId: string): Promise<HttpResponse> {
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (!operation) throw new AppError("not_found");
  const headers = apiHeaders(requestId);
  if (request.method === "OPTIONS") {
    headers.set("Allow", ALLOW);
    return { status: 204, headers, body: null };
  }
  if (request.method !== "GET" && request.method !== "HEAD") throw new AppError("method_not_allowed", { allow: ALLOW });
  return operation(request, headers);
}

function statusResponse(headers: ResponseHeaders, isWell: boolean, more: object = {}): HttpResponse {
  headers.set("Content-Type", "application/json");
  if (!isWell) headers.set("Retry-After", String(RETRY_AFTER_SECONDS));
  const body = JSON.stringify({ status: isWell ? "ok" : "unavailable", ...more });
  return { status: isWell ? 200 : 503, headers, body };
}

// What fails is only said to those with the token. It doesn't make a process unready: another one would be no better.
async function serveReadiness(request: IncomingMessage, headers: ResponseHeaders): Promise<HttpResponse> {
  const isWell = await isReady();
  const { METRICS_TOKEN: token } = env();
  if (!isWell || token === undefined || !hasToken(request, token)) return statusResponse(headers, isWell);
  const { listFailingChecks } = await import("#lib/notify/status/findings.system.ts");
  const failing = await listFailingChecks().catch(() => undefined);
  return statusResponse(headers, isWell, failing && { failing });
}

// Only for the service itself, which sees by it that changes arrive (server/status/checks/live-updates.ts).
async function openProbeStream(request: IncomingMessage, headers: ResponseHeaders): Promise<HttpResponse> {
  requireToken(request, probeToken());
  const { liveUpdates } = await import("#lib/live/live-updates/live-updates.ts");
  headers.set("Content-Type", "text/event-stream; charset=utf-8");
  return { status: 200, headers, body: await liveUpdates().openProbeStream() };
}

// A load balancer may send another header, and needs its response all the same.
function hasToken(request: IncomingMessage, token: string): boolean {
  try {
    requireToken(request, token);
    return true;
  } catch {
    return false;
  }
}

function requireToken(request: IncomingMessage, token: string): void {
  if (!isSame(bearerToken(request.headers.authorization ?? null), token)) throw new AppError("unauthenticated");
}

async function serveMetrics(request: IncomingMessage, headers: ResponseHeaders): Promise<HttpResponse> {
  const token = env().METRICS_TOKEN;
  if (token === undefined) throw new AppError("not_found");
  requireToken(request, token);
  const { renderMetrics } = await import("../metrics/render-metrics.ts");
  const { contentType, text } = await renderMetrics();
  headers.set("Content-Type", contentType);
  return { status: 200, headers, body: text };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
const isSame = (sent: string, right: string) => timingSafeEqual(digest(sent), digest(right));
