import { randomUUIDv7 } from "node:crypto";
import { AppError } from "../errors.ts";
import { problemResponse } from "./problem.ts";
import { toResponse } from "./response.ts";

/** Responds in the API's format to a request that was refused before or inside a handler that isn't ours. */
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
