import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows } from "../../base/access/statements.ts";
import { storeDeliveries, teamEvents } from "../../outbox/webhooks/statements.ts";
import type { Membership } from "./reach.ts";

type Change = { workspaceId: string; userId: string; before: Membership; after: Membership };

/** Whether a person has access to a site, `s`, by their membership. */
const reaches = ({ standing, siteIds }: Membership) =>
  Prisma.sql`${standing === "active"} AND (${siteIds}::uuid[] IS NULL OR s.id = ANY (${siteIds}::uuid[]))`;

/** Stores the webhook events about a change of a member: for each site they get or lose, and for the others if the role changed. */
export const storeMemberEvents = ({ workspaceId, userId, before, after }: Change) =>
  storeDeliveries(
    teamEvents({
      type: Prisma.sql`
        CASE WHEN s.had AND s.has THEN 'member.changed' WHEN s.has THEN 'member.joined' ELSE 'member.removed' END`,
      data: Prisma.sql`jsonb_build_object('memberId', ${userId}::uuid,
        'role', CASE WHEN s.has THEN ${after.role}::text ELSE ${before.role}::text END)`,
      from: Prisma.sql`(
        SELECT s.id, s.workspace_id, ${reaches(before)} AS had, ${reaches(after)} AS has
        FROM sites s WHERE s.workspace_id = ${workspaceId}::uuid
      ) s WHERE s.had <> s.has OR s.has AND ${before.role !== after.role}`,
    }),
  );

/** Stores the webhook events about the caller's being available or away now, for each of their sites. */
export const storeSwitchEvents = (scope: OwnerScope) =>
  storeDeliveries(
    teamEvents({
      type: "member.available",
      data: Prisma.sql`jsonb_build_object('memberId', m.user_id, 'available', m.is_available)`,
      from: Prisma.sql`members m JOIN sites s ON s.workspace_id = m.workspace_id
        AND (m.site_ids IS NULL OR s.id = ANY (m.site_ids))
        WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.user_id = ${scope.userId}::uuid`,
    }),
  );
