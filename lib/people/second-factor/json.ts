import type { RequiringWorkspace, SecondFactor } from "./queries.ts";
import type { SecondFactorJson } from "./schema.ts";

export const toSecondFactorJson = (
  { since, recoveryCodesLeft }: SecondFactor,
  requiredBy: RequiringWorkspace[],
): SecondFactorJson => ({
  enabled: since !== null,
  ...(since && { since: since.toISOString(), recoveryCodesLeft }),
  requiredBy: requiredBy.map(({ workspaceName, from }) => ({ workspaceName, from: from.toISOString() })),
});
