import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ASSIGNEE, lockMember, PERSON_NAME } from "../../base/access/statements.ts";
import { type ActedBy, storeActivity } from "../../base/activity/statements.ts";
import { CONVERSATION_REF, changedBy, NEXT_VERSION } from "../../base/changes/statements.ts";
import { markFor, storeNotices } from "../../outbox/notification-queue/notice-statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";

/** Part of an UPDATE of a conversation, `c`: round robin no longer takes it back. */
export const NO_TURN = Prisma.sql`turn_of = NULL, turn_at = NULL, turn_ends_at = NULL`;

/**
 * The CTEs of what follows when conversations, `assigned c`, were assigned to someone or to no one: webhooks, the log, a
 * notification for the assignees that `which` matches, and what they see of it.
 */
export const announce = (by: ActedBy, which: Prisma.Sql) => Prisma.sql`
  delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'conversation.assigned' AS type,
      ${conversationData(Prisma.sql`jsonb_strip_nulls(jsonb_build_object(
        'assigneeId', c.assignee_id, 'by', ${by.userId}::uuid, 'via', ${by.userId === null ? by.via : null}::text
      ))`)} AS data
    FROM assigned c WHERE NOT c.is_spam`)}
  ), logged AS (${storeActivity(
    {
      scope: { ...by, workspaceId: Prisma.sql`c.workspace_id` },
      action: "conversation.assigned",
      siteId: Prisma.sql`c.site_id`,
      conversationId: Prisma.sql`c.id`,
      targetId: Prisma.sql`c.assignee_id`,
    },
    Prisma.sql`assigned c`,
  )}
  ), notice AS (${storeNotices({
    from: Prisma.sql`(
      SELECT c.assignee_id AS user_id, c.workspace_id, c.id AS conversation_id FROM assigned c WHERE ${which}
    ) n`,
    kind: "assigned",
  })}), marked AS (${markFor("assigned", {
    // In a workspace of one, nothing is anyone's own.
    from: Prisma.sql`(
      SELECT c.assignee_id AS user_id, c.id AS conversation_id, c.updated_at FROM assigned c
      WHERE c.assignee_id IS DISTINCT FROM ${by.userId}::uuid AND c.assignee_id IS NOT NULL
        AND EXISTS (SELECT FROM workspaces WHERE id = c.workspace_id AND shared_at IS NOT NULL)
    ) n`,
    by: by.userId,
  })})`;

/** The new assignee, and with `ifAssignee` only if that person has it. `isQuiet` notifies no one. */
type Wanted = { assignee: string | null; ifAssignee?: string | null; isQuiet: boolean };

/**
 * Assigns conversations under their locks, so that of two people who take one, one has it. The member is locked first: a removal
 * that's under way is waited for, and waits for this. So no conversation stays with someone who's gone.
 */
export const assignConversations = (
  scope: OwnerScope,
  own: Prisma.Sql,
  { assignee, ifAssignee, isQuiet }: Wanted,
) => Prisma.sql`
  WITH person AS MATERIALIZED (
    ${lockMember(scope, assignee)}
  ), was AS MATERIALIZED (
    SELECT c.*, ${ASSIGNEE} AS holder_id FROM conversations c
    WHERE ${own} AND (SELECT count(*) FROM person) >= 0 FOR NO KEY UPDATE OF c
  ), permitted AS (
    SELECT was.id, ${assignee}::uuid IS NULL OR EXISTS (
      SELECT FROM person WHERE site_ids IS NULL OR was.site_id = ANY (site_ids)
    ) AS is_permitted FROM was
  ), changed AS (
    UPDATE conversations c SET assignee_id = ${assignee}::uuid, ${NO_TURN}, ${changedBy(scope)}, ${NEXT_VERSION}
    FROM was JOIN permitted ON permitted.id = was.id AND permitted.is_permitted
    WHERE c.id = was.id AND (was.assignee_id IS DISTINCT FROM ${assignee}::uuid OR was.turn_of = was.assignee_id)
      ${ifAssignee === undefined ? Prisma.empty : Prisma.sql`AND was.holder_id IS NOT DISTINCT FROM ${ifAssignee}::uuid`}
    RETURNING c.*, was.assignee_id IS DISTINCT FROM c.assignee_id AS is_assigned
  ), assigned AS (
    -- Someone may only keep what was theirs by turn.
    SELECT * FROM changed WHERE is_assigned
  ), ${announce(scope, isQuiet ? Prisma.sql`false` : Prisma.sql`c.assignee_id <> ${scope.userId}::uuid`)}
  SELECT ${CONVERSATION_REF}, changed.id IS NOT NULL AS "isChanged", permitted.is_permitted AS "isPermitted",
    c.assignee_id AS "assigneeId", u.id AS "holderId", ${PERSON_NAME} AS "holderName"
  FROM was c JOIN permitted ON permitted.id = c.id LEFT JOIN changed ON changed.id = c.id LEFT JOIN users u ON u.id = c.holder_id`;
