import { randomUUIDv7 } from "node:crypto";
import type { AppError } from "../errors.ts";
import { toResponse } from "./answer.ts";
import { problemAnswer } from "./problem.ts";

/** Answers in the API's own form what a limit refused within a handler that is not ours. */
export async function limitAnswer(run: (onLimit: (error: AppError) => void) => Promise<Response>): Promise<Response> {
  let refusal: AppError | undefined;
  const answer = await run((error) => {
    refusal = error;
  });
  return refusal ? toResponse(problemAnswer(refusal, randomUUIDv7())) : answer;
}
