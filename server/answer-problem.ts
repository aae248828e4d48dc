import { randomUUIDv7 } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#lib/errors.ts";
import { problemResponse } from "#lib/http/problem.ts";

export const UNREADABLE = new AppError("invalid_request", {
  detail: "The path or the Host header cannot be read.",
});

/** Answers what went wrong, by hand: the request may be one that no Request object can be made of. */
export async function answerProblem(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const problem = problemResponse(error, randomUUIDv7());
  const body = request.method === "HEAD" ? undefined : await problem.text();
  response.writeHead(problem.status, Object.fromEntries(problem.headers)).end(body);
}
