import { Prisma } from "#prisma-client";

/**
 * Plans the alerts of a site again that haven't escalated to everyone yet. An open burst is planned within two minutes anyway.
 * After eight hours, the longest minutes would be over too. It's SQL like all planning of notifications.
 */
export const planEscalationsAgain = (siteId: string) => Prisma.sql`
  UPDATE alerts a SET due_at = now() FROM conversations c
  WHERE c.site_id = ${siteId}::uuid AND a.conversation_id = c.id AND c.is_unread AND c.alert_id IS NULL
    AND c.last_message_at > now() - interval '8 hours' AND a.since > now() - interval '8 hours'
    AND a.ended_at IS NULL AND a.level < 2`;
