import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";

/** What is wrong with the password that was asked for again, in words; nothing where it is right or was not looked at. */
export function passwordError(problem: ApiProblem | undefined): string | undefined {
  if (problem?.code === "invalid_credentials") return generalCopy.wrongPassword;
  return problem?.fields.currentPassword;
}
