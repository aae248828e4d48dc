import { randomUUIDv7 } from "node:crypto";
import { AppError } from "../errors.ts";
import { problemResponse } from "./problem.ts";
import { toResponse } from "./response.ts";

/** Answers in the API's own form what was refused before a handler that is not ours, or within it. */
export async function limitResponse(
  run: (onRefusal: (error: AppError) => void) => Promise<Response>,
): Promise<Response> {
  let refusal: AppError | undefined;
  const noteRefusal = (error: AppError) => {
    refusal = error;
  };
  const answer = await run(noteRefusal).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    return toResponse(problemResponse(error, randomUUIDv7()));
  });
  return refusal ? toResponse(problemResponse(refusal, randomUUIDv7())) : answer;
}
