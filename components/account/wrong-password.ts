import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";

/** Returns the error for the current password, or undefined if the password is right or wasn't checked. */
export function passwordError(problem: ApiProblem | undefined): string | undefined {
  if (problem?.code === "invalid_credentials") return generalCopy.wrongPassword;
  return problem?.fields.currentPassword;
}
