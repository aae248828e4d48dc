import type { Challenge } from "#platform/challenge.ts";
import type { Answer } from "./api.ts";

declare global {
  /** Where the build puts the part that works out what the server asks for. */
  const PROOF_PATH: string;
}

/** Does again what was asked to come with an answer. Throws where that is not good either, or cannot be worked out. */
export async function prove<T>(challenge: Challenge, again: (proof: object) => Promise<Answer<T>>): Promise<Answer<T>> {
  // A browser may remember that an address failed, so each try has its own.
  const { solve }: typeof import("./proof.ts") = await import(`${PROOF_PATH}?${Math.random()}`);
  const answer = await again(await solve(challenge));
  if (!answer.ok && answer.problem.challenge) throw new Error("the answer was not good");
  return answer;
}
