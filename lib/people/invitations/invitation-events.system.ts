import { Prisma } from "#prisma-client";
import { storeDeliveries, teamEvents } from "../../outbox/webhooks/statements.ts";
import type { InvitationRow } from "./statements.ts";

type Reported = Pick<InvitationRow, "id" | "role" | "siteIds"> & { workspaceId: string };

/** Stores the webhook events about an invitation, for each of its sites. */
export const storeInvitationEvents = (
  type: "invitation.created" | "invitation.accepted",
  { id, workspaceId, role, siteIds }: Reported,
) =>
  storeDeliveries(
    teamEvents({
      type,
      data: Prisma.sql`jsonb_build_object('invitationId', ${id}::uuid, 'role', ${role}::text)`,
      from: Prisma.sql`sites s WHERE s.workspace_id = ${workspaceId}::uuid
        AND (${siteIds}::uuid[] IS NULL OR s.id = ANY (${siteIds}::uuid[]))`,
    }),
  );
