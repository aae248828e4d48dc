import type { Challenge } from "#platform/challenge.ts";
import type { Answer } from "./api.ts";

declare global {
  /** The path of the chunk that solves challenges, inserted by the build. */
  const PROOF_PATH: string;
}

/** Repeats a request with a proof. Throws if that's rejected too, or the challenge can't be solved. */
export async function prove<T>(challenge: Challenge, again: (proof: object) => Promise<Answer<T>>): Promise<Answer<T>> {
  // Browsers remember a module that failed to load, so each attempt has its own URL.
  const { solve }: typeof import("./proof.ts") = await import(`${PROOF_PATH}?${Math.random()}`);
  const answer = await again(await solve(challenge));
  if (!answer.ok && answer.problem.challenge) throw new Error("the answer was not good");
  return answer;
}
