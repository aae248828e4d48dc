import { type Label, Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownRows } from "../../base/access/statements.ts";
import { LABEL_COLORS, type LabelColor } from "./label-colors.ts";

const COUNTED_MAX = 1_000;

const ownLabel = (scope: OwnerScope, labelId: string) =>
  Prisma.sql`l.id = ${labelId}::uuid AND ${ownRows(scope, Prisma.sql`l`)}`;

/** A SELECT of the workspace's labels, or of one, by name. In SQL for the count, which stops: Prisma's client counts all. */
export const labelRows = (scope: OwnerScope, labelId?: string) => Prisma.sql`
  SELECT l.id, l.name, l.color, l.created_at AS "createdAt", l.updated_at AS "updatedAt",
    CASE WHEN ${scope.siteIds === null} THEN (SELECT count(*)::int FROM (
      SELECT FROM conversation_labels WHERE label_id = l.id LIMIT ${COUNTED_MAX}
    ) counted) END AS "conversationCount"
  FROM labels l WHERE ${labelId === undefined ? ownRows(scope, Prisma.sql`l`) : ownLabel(scope, labelId)}
  ORDER BY l.name_key, l.id`;

type NewLabel = Pick<Label, "id" | "name" | "nameKey"> & { color: LabelColor | null };

/**
 * Stores a label, by default in the color that the fewest have, unless its name is taken or there are `max`. In SQL for the
 * lock that creations wait for: one statement keeps it short.
 */
export const storeLabel = (scope: OwnerScope, { id, name, nameKey, color }: NewLabel, max: number) => Prisma.sql`
  INSERT INTO labels (id, workspace_id, name, name_key, color, created_at, updated_at)
  SELECT ${id}::uuid, ${scope.workspaceId}::uuid, ${name}, ${nameKey}, coalesce(${color}, (
    SELECT offered.color FROM unnest(${[...LABEL_COLORS]}::text[]) WITH ORDINALITY AS offered (color, place)
    LEFT JOIN labels l ON ${ownRows(scope, Prisma.sql`l`)} AND l.color = offered.color
    GROUP BY offered.color, offered.place ORDER BY count(l.id), offered.place LIMIT 1
  )), now(), now()
  WHERE ${max} > (SELECT count(*) FROM labels l WHERE ${ownRows(scope, Prisma.sql`l`)})
  ON CONFLICT (workspace_id, name_key) DO NOTHING
  RETURNING id, name, color, created_at AS "createdAt", updated_at AS "updatedAt",
    CASE WHEN ${scope.siteIds === null} THEN 0 END AS "conversationCount"`;

/** A SELECT of some conversations with a label, locked. In SQL for the lock. */
export const lockSomeLabeled = (scope: OwnerScope, labelId: string, max: number) => Prisma.sql`
  SELECT c.id FROM conversations c
  WHERE ${ownConversations(scope)} AND c.id IN (
    SELECT conversation_id FROM conversation_labels WHERE label_id = ${labelId}::uuid LIMIT ${max}
  )
  ORDER BY c.id FOR NO KEY UPDATE`;

const linksOf = (labelId: string, conversationIds: string[]) =>
  Prisma.sql`conversation_labels WHERE label_id = ${labelId}::uuid AND conversation_id = ANY (${conversationIds}::uuid[])`;

/** Gives these conversations, which have one label, another one too. In SQL for the batches. */
export const addLabelTo = (conversationIds: string[], labelId: string, into: string) => Prisma.sql`
  INSERT INTO conversation_labels (conversation_id, label_id, last_message_period)
  SELECT conversation_id, ${into}::uuid, last_message_period FROM ${linksOf(labelId, conversationIds)}
  ON CONFLICT DO NOTHING`;

/** Takes a label off these conversations. In SQL for the batches. */
export const removeLabelFrom = (conversationIds: string[], labelId: string) =>
  Prisma.sql`DELETE FROM ${linksOf(labelId, conversationIds)}`;

/**
 * Lets the views of one label show another one instead. In SQL for the text. Without another, they stay, and say what's
 * missing.
 */
export const moveViews = (scope: OwnerScope, labelId: string, into: string) => Prisma.sql`
  UPDATE views v SET filter = replace(filter, ${`labelId=${labelId}`}, ${`labelId=${into}`}), updated_at = now()
  WHERE ${ownRows(scope, Prisma.sql`v`)} AND strpos(filter, ${`labelId=${labelId}`}) > 0`;

/** A SELECT of a label, locked: it waits for transactions that are adding it to a conversation. In SQL for the lock. */
export const lockLabel = (scope: OwnerScope, labelId: string) =>
  Prisma.sql`SELECT l.id FROM labels l WHERE ${ownLabel(scope, labelId)} FOR UPDATE`;

const withOtherLabel = (actions: Prisma.Sql, labelId: string, into: string) => Prisma.sql`
  jsonb_set(${actions}, '{labels}', (
    SELECT jsonb_agg(DISTINCT CASE WHEN label.id = ${labelId}::text THEN ${into}::text ELSE label.id END)
    FROM jsonb_array_elements_text(${actions} -> 'labels') AS label (id)
  ))`;

/** Has saved replies that add a label add another one. In SQL because it's within their JSON. */
export const moveInSavedReplies = (scope: OwnerScope, labelId: string, into: string) => Prisma.sql`
  UPDATE saved_replies r SET actions = ${withOtherLabel(Prisma.sql`r.actions`, labelId, into)}
  WHERE ${ownRows(scope, Prisma.sql`r`)} AND r.actions -> 'labels' @> to_jsonb(${labelId}::text)`;

/** The same for replies that wait to be sent. */
export const moveInScheduledReplies = (scope: OwnerScope, labelId: string, into: string) => Prisma.sql`
  UPDATE scheduled_replies r
  SET reply = jsonb_set(r.reply, '{actions}', ${withOtherLabel(Prisma.sql`(r.reply -> 'actions')`, labelId, into)})
  WHERE ${ownRows(scope, Prisma.sql`r`)} AND r.reply -> 'actions' -> 'labels' @> to_jsonb(${labelId}::text)`;
