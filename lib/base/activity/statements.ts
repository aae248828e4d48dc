import type { ListPosition } from "#platform/list-cursor.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownRows, ownSiteRows, PERSON_NAME } from "../access/statements.ts";
import type { Action } from "./actions.ts";
import type { ListActivityQuery } from "./schema.ts";

/** An id, or an expression of the rows that the entry is written for. */
type Id = string | Prisma.Sql | null;

/** Who does something in a workspace, and through what. Only people have an id. */
export type ActivityActor = { workspaceId: string | Prisma.Sql } & ActedBy;
export type ActedBy =
  | Pick<OwnerScope, "userId" | "via">
  | { userId: null; via: "operator" | "service" | "round_robin" };

type Entry = {
  scope: ActivityActor;
  action: Action | Prisma.Sql;
  siteId?: Id;
  conversationId?: Id;
  targetId?: Id;
  /** Ids and states only, never text, a name or an address: people's names of now are added. */
  data?: Record<string, unknown> | Prisma.Sql;
};

const idOf = (id: Id | undefined) => (typeof id === "object" && id !== null ? id : Prisma.sql`${id ?? null}::uuid`);
const isSql = (data: Record<string, unknown> | Prisma.Sql): data is Prisma.Sql => data instanceof Prisma.Sql;

// The operator acts by the access of an owner, who did nothing.
const actorOf = ({ userId, via }: ActedBy) => (via === "operator" ? null : userId);

const nameOf = (id: Prisma.Sql) => Prisma.sql`(SELECT ${PERSON_NAME} FROM users u WHERE u.id = ${id})`;

/**
 * Writes who did what to the activity log: a statement, or a part of the one that does it. With `from`, it's one entry for each
 * row of that FROM clause.
 */
export const storeActivity = (
  { scope, action, siteId, conversationId, targetId, data = {} }: Entry,
  from?: Prisma.Sql,
) => Prisma.sql`
  INSERT INTO activity (id, workspace_id, at, actor_id, via, action, site_id, conversation_id, target_id, data,
    actor_name, target_name, target_email)
  SELECT e.*, ${nameOf(Prisma.sql`e.actor_id`)}, ${nameOf(Prisma.sql`e.target_id`)},
    (SELECT u.email FROM users u WHERE u.id = e.target_id AND u.closed_at IS NULL)
  FROM (
    SELECT gen_random_uuid(), ${scope.workspaceId}::uuid, statement_timestamp(), ${actorOf(scope)}::uuid AS actor_id, ${scope.via},
      ${action}, ${idOf(siteId)}, ${idOf(conversationId)}, ${idOf(targetId)} AS target_id,
      ${isSql(data) ? data : Prisma.sql`${JSON.stringify(data)}::jsonb`}
    ${from ? Prisma.sql`FROM ${from}` : Prisma.empty}
  ) e`;

export type ActivityFilter = Pick<ListActivityQuery, "actorId" | "action" | "siteId">;
export type ActivityPage = { after: ListPosition<"at"> | null; limit: number };

/** ActivityRows, newest first. SQL, because an earlier version recorded no names, so they're expressions. */
export function activityPage(
  scope: OwnerScope,
  { actorId, action, siteId }: ActivityFilter,
  { after, limit }: ActivityPage,
): Prisma.Sql {
  const a = Prisma.sql`a`;
  const own = scope.siteIds === null ? ownRows(scope, a) : ownSiteRows(scope, a);
  const when = (value: string | undefined, condition: Prisma.Sql) => (value === undefined ? Prisma.empty : condition);
  return Prisma.sql`
    SELECT a.id, a.at, a.actor_id AS "actorId", a.via, a.action, a.site_id AS "siteId",
      a.conversation_id AS "conversationId", a.target_id AS "targetId",
      coalesce(a.actor_name, ${nameOf(Prisma.sql`a.actor_id`)}) AS "actorName",
      coalesce(a.target_name, ${nameOf(Prisma.sql`a.target_id`)}) AS "targetName", a.target_email AS "targetEmail", a.data
    FROM activity a WHERE ${own}
      ${when(actorId, Prisma.sql`AND a.actor_id = ${actorId}::uuid`)}
      ${when(action, Prisma.sql`AND a.action = ${action}`)}
      ${when(siteId, Prisma.sql`AND a.site_id = ${siteId}::uuid`)}
      ${after ? Prisma.sql`AND (a.at, a.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY a.at DESC, a.id DESC LIMIT ${limit}`;
}
