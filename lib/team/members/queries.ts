import { query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Member } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { RemovalJson, Schedule } from "./schema.ts";
import { type MemberRow, membersOf, ownMembership, removalOf, shownPeople } from "./statements.ts";

/** Returns the people of the workspace, in the order they joined. */
export const listMembers = (scope: OwnerScope): Promise<MemberRow[]> => queryPrepared<MemberRow>(membersOf(scope));

/**
 * Returns what removing a person would do now: the conditions of the removal itself. Throws `not_found`, and `not_permitted` for
 * someone that the caller can't remove.
 */
export async function previewRemoval(scope: OwnerScope, memberId: string): Promise<RemovalJson> {
  const [row] = await query<RemovalJson & { isAllowed: boolean }>(removalOf(scope, memberId));
  if (!row) throw new AppError("not_found");
  const { isAllowed, ...removal } = row;
  if (!isAllowed) throw new AppError("not_permitted");
  return removal;
}

/** A person as a site's visitors may see them. */
export type PersonOfSite = { name: string; photoHash: string | null; isAvailable: boolean };

/** Returns up to three people that a site's visitors may see. Who is available now comes first. */
export const listShownPeople = (scope: OwnerScope, siteId: string): Promise<PersonOfSite[]> =>
  query<PersonOfSite>(shownPeople(scope, siteId));

export type OwnMembership = Pick<Member, "visitorName" | "isAvailable" | "timeZone" | "digestHour" | "digestZone"> & {
  notifyAbout: "all" | "mine" | "none";
  isAvailableNow: boolean;
  windows: Schedule["windows"] | null;
};

/** Returns what the caller set for themselves in the workspace. */
export async function getMembership(scope: OwnerScope): Promise<OwnMembership> {
  const [row] = await query<OwnMembership>(ownMembership(scope));
  if (!row) throw new AppError("not_found");
  return row;
}
