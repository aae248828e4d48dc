import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#platform/errors.ts";
import { problemResponse } from "#platform/http/problem.ts";
import { newId } from "#platform/new-id.ts";
import { sendResponse } from "./send-response.ts";

export const UNREADABLE = new AppError("invalid_request", {
  detail: "The path or the Host header cannot be read.",
});

/** Sends a problem directly, because the request may be too malformed for a Request object. */
export function sendProblem(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  const problem = problemResponse(error, newId());
  sendResponse(request.method === "HEAD" ? { ...problem, body: null } : problem, response);
}
