import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "./scopes.ts";
import {
  ownConversation,
  ownConversations,
  ownRows,
  ownSite,
  ownSiteRows,
  ownSites,
  reaches,
  within,
} from "./statements.ts";

const row = Prisma.sql`r`;

/** Matches the people, `r`, that the caller shares a site with. */
const sharesSites = (scope: OwnerScope) => Prisma.sql`
  ${ownRows(scope, row)} AND r.standing <> 'removed'
  AND (${scope.siteIds}::uuid[] IS NULL OR r.site_ids IS NULL OR r.site_ids && ${scope.siteIds}::uuid[])`;

/** What each path parameter names: the rows that the caller may know of. */
export const VISIBLE: Record<string, (scope: OwnerScope, id: string) => Prisma.Sql> = {
  siteId: (scope, id) => Prisma.sql`sites s WHERE ${ownSite(scope, id)}`,
  conversationId: (scope, id) => Prisma.sql`conversations c WHERE ${ownConversation(scope, id)}`,
  visitorId: (scope, id) => Prisma.sql`visitors r WHERE r.id = ${id}::uuid AND ${ownSiteRows(scope, row)}`,
  endpointId: (scope, id) => Prisma.sql`webhook_endpoints r WHERE r.id = ${id}::uuid AND ${ownSiteRows(scope, row)}`,
  memberId: (scope, id) => Prisma.sql`members r WHERE r.user_id = ${id}::uuid AND ${sharesSites(scope)}`,
  memberKeyId: (scope, id) => Prisma.sql`
    api_keys k JOIN members r ON r.workspace_id = k.workspace_id AND r.user_id = k.user_id
    WHERE k.id = ${id}::uuid AND ${sharesSites(scope)}`,
  // Only invitations that the caller could send.
  invitationId: (scope, id) => Prisma.sql`
    invitations r WHERE r.id = ${id}::uuid AND ${ownRows(scope, row)} AND ${within(scope, Prisma.sql`r.site_ids`)}`,
  labelId: (scope, id) => Prisma.sql`labels r WHERE r.id = ${id}::uuid AND ${ownRows(scope, row)}`,
  savedReplyId: (scope, id) => Prisma.sql`
    saved_replies r WHERE r.id = ${id}::uuid AND (r.user_id IS NULL OR r.user_id = ${scope.userId}::uuid)
      AND ${ownRows(scope, row)}`,
  viewId: (scope, id) => Prisma.sql`
    views r WHERE r.id = ${id}::uuid AND (r.user_id IS NULL OR r.user_id = ${scope.userId}::uuid)
      AND ${ownRows(scope, row)} AND (r.site_id IS NULL OR ${reaches(scope, Prisma.sql`r.site_id`)})`,
  messageId: (scope, id) => Prisma.sql`
    messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = ${id}::uuid AND ${ownConversations(scope)}`,
  addressId: (scope, id) => Prisma.sql`
    blocked_addresses b JOIN sites s ON s.id = b.site_id WHERE b.id = ${id}::uuid AND ${ownSites(scope)}`,
  greetingId: (scope, id) => Prisma.sql`
    greetings g JOIN sites s ON s.id = g.site_id WHERE g.id = ${id}::uuid AND ${ownSites(scope)}`,
  // A language of the widget names nothing of anyone's.
  language: () => Prisma.sql`(SELECT) r`,
  deliveryId: (scope, id) => Prisma.sql`(
      SELECT workspace_id, site_id FROM webhook_deliveries WHERE id = ${id}::uuid
      UNION ALL SELECT workspace_id, site_id FROM mails WHERE id = ${id}::uuid
    ) r WHERE ${ownSiteRows(scope, row)}`,
};

/** Whether the caller may know of what a path parameter names. */
export async function canSee(scope: OwnerScope, parameter: string, id: string): Promise<boolean> {
  const rows = VISIBLE[parameter];
  if (!rows) throw new Error(`It isn't known what the path parameter ${parameter} names`);
  return (await query(Prisma.sql`SELECT FROM ${rows(scope, id)}`)).length > 0;
}
