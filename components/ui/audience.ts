import { outranks, type Role } from "#lib/base/access/scopes.ts";

/** Who can use a page: from the least role on, an agent's by default, and some only with teammates. */
export type Audience = {
  least?: Role;
  needsTeammates?: boolean;
  /** Whether someone with chosen sites can't use it. */
  needsAllSites?: boolean;
  /** Whether it's of no use to someone who works alone, in one workspace. */
  isForTeams?: boolean;
  /** Whether it's about the service, for the people who run it. */
  isForOperators?: boolean;
};

/** Returns the links to pages that someone can use. */
export const usableBy = <L extends Audience>(
  {
    role,
    isShared,
    isAlone = false,
    hasAllSites = true,
    runsService = false,
  }: { role: Role; isShared: boolean; isAlone?: boolean; hasAllSites?: boolean; runsService?: boolean },
  links: readonly L[],
): L[] =>
  links.filter(
    ({ least = "agent", needsTeammates = false, needsAllSites = false, isForTeams = false, isForOperators = false }) =>
      outranks(role, least) &&
      (isShared || !needsTeammates) &&
      !(isAlone && isForTeams) &&
      (hasAllSites || !needsAllSites) &&
      (runsService || !isForOperators),
  );
