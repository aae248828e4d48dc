import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ASSIGNEE, ownConversations, ownRows, ownSite } from "../access/statements.ts";
import type { InboxFilter, InboxPosition } from "./cursor.ts";
import { ownerColumns } from "./statements.ts";
import { ownUnread } from "./unread-statements.ts";

/*
 * Lists of the inbox (decision 27). An index finds a list's conversations in its order. Filters that have no index
 * of their own are checked on the rows found, so a page reads a limited number of them.
 */

/** When a conversation, `c`, was last written in or woke: the time it's listed by. */
export const LISTED_AT = Prisma.sql`greatest(c.last_message_at, c.woken_at)`;

/** The order of the inbox (contract.md section 6). Indexes have the period, and its few rows are sorted (decision 25). */
export const INBOX_ORDER = Prisma.sql`ORDER BY c.last_message_period DESC, ${LISTED_AT} DESC, c.id DESC`;

// By site alone: with the workspace in the condition, the planner may pick an index that has to be filtered by site.
// Someone else's site matches nothing.
const ofSite = (scope: OwnerScope, siteId: string) => Prisma.sql`
  c.site_id = ${siteId}::uuid
  AND EXISTS (SELECT FROM sites s WHERE ${ownSite(scope, siteId)})`;

const inPlace = (scope: OwnerScope, siteId: string | undefined) =>
  siteId === undefined ? ownConversations(scope) : ofSite(scope, siteId);

type Checked = "siteId" | "status" | "snoozed" | "starred" | "labelId" | "assignee";

const isAssigned = (assignee: string, userId: string) =>
  assignee === "none"
    ? Prisma.sql`${ASSIGNEE} IS NULL`
    : Prisma.sql`c.assignee_id = ${assignee === "me" ? userId : assignee}::uuid`;

/** The conditions of the given filters, except those that the index of a list has applied. */
function checksOf({ userId }: OwnerScope, filter: InboxFilter, applied: readonly Checked[]): Prisma.Sql[] {
  const { siteId, status, snoozed, starred, labelId, assignee } = filter;
  const conditions: Record<Checked, Prisma.Sql | undefined> = {
    siteId: siteId === undefined ? undefined : Prisma.sql`c.site_id = ${siteId}::uuid`,
    status: status === undefined ? undefined : Prisma.sql`c.status = ${status}`,
    snoozed: snoozed && (snoozed === "true" ? Prisma.sql`c.snoozed_at IS NOT NULL` : Prisma.sql`c.snoozed_at IS NULL`),
    starred: starred && Prisma.sql`c.is_starred`,
    assignee: assignee === undefined ? undefined : isAssigned(assignee, userId),
    labelId:
      labelId === undefined
        ? undefined
        : Prisma.sql`EXISTS (
      SELECT FROM conversation_labels l WHERE l.conversation_id = c.id AND l.label_id = ${labelId}::uuid OFFSET 0
    )`,
  };
  const names: Checked[] = ["siteId", "status", "snoozed", "starred", "labelId", "assignee"];
  return names.flatMap((name) => (applied.includes(name) ? [] : (conditions[name] ?? [])));
}

const isSpam = ({ spam }: InboxFilter) => (spam === undefined ? Prisma.sql`NOT c.is_spam` : Prisma.sql`c.is_spam`);

// Negated, the planner expects the comparison to keep most rows instead of a third, so it reads the index in order.
const after = (position: InboxPosition | null) =>
  position
    ? Prisma.sql`AND c.last_message_period <= period_of(${position.at})
    AND NOT (${LISTED_AT}, c.id) >= (${position.at}, ${position.id}::uuid)`
    : Prisma.empty;

/** Matches the conversations, `c`, of an inbox list after a position. */
export const inInbox = (scope: OwnerScope, filter: InboxFilter, position: InboxPosition | null) => Prisma.sql`
  ${inPlace(scope, filter.siteId)} AND ${isSpam(filter)}
  ${and(checksOf(scope, filter, ["siteId"]))} ${after(position)}`;

const and = (conditions: Prisma.Sql[]) =>
  conditions.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(conditions, " AND ")}`;

/** The conversations, `c`, that an index finds in the order of the list, and what's left to check on each. */
export type Walk = { rows: Prisma.Sql; order: Order; checks: Prisma.Sql[] };

/** An order by columns of a walk's rows, and by those that a walk adds to them. */
type Order = { added: Prisma.Sql; of: Prisma.Sql; shown: Prisma.Sql };

const byPeriod = (period: Prisma.Sql): Order => ({
  added: Prisma.sql`, ${period} AS listed_period, ${LISTED_AT} AS listed_at`,
  of: Prisma.sql`ORDER BY ${period} DESC, ${LISTED_AT} DESC, c.id DESC`,
  shown: Prisma.sql`ORDER BY c.listed_period DESC, c.listed_at DESC, c.id DESC`,
});
const byPeriodOfConversation = byPeriod(Prisma.sql`c.last_message_period`);
const WAITING_ORDER = Prisma.sql`ORDER BY c.waiting_since, c.id`;
const byWait: Order = { added: Prisma.empty, of: WAITING_ORDER, shown: WAITING_ORDER };

/** Returns how a list is read from a position on. */
export function walkOf(scope: OwnerScope, filter: InboxFilter, position: InboxPosition | null): Walk {
  const { siteId, spam, labelId, snoozed, starred, assignee, order, status } = filter;
  const own = ownConversations(scope);
  const place = inPlace(scope, siteId);
  const found = (where: Prisma.Sql) => Prisma.sql`conversations c WHERE ${where} AND ${isSpam(filter)}`;
  const walk = (where: Prisma.Sql, applied: Checked[]): Walk => {
    const rows = Prisma.sql`${found(where)} ${after(position)}`;
    return { rows, order: byPeriodOfConversation, checks: checksOf(scope, filter, applied) };
  };
  if (order === "waiting") {
    const isBelow = position
      ? Prisma.sql`AND (c.waiting_since, c.id) > (${position.at}, ${position.id}::uuid)`
      : Prisma.empty;
    // Those who wait are open.
    const applied: Checked[] = status === "open" ? ["status"] : [];
    const rows = Prisma.sql`${found(own)} AND c.waiting_since IS NOT NULL ${isBelow}`;
    return { rows, order: byWait, checks: checksOf(scope, filter, applied) };
  }
  const withStatus = status === undefined ? Prisma.empty : Prisma.sql`AND c.status = ${status}`;
  if (assignee !== undefined && assignee !== "none")
    return walk(Prisma.sql`${own} AND ${isAssigned(assignee, scope.userId)} ${withStatus}`, ["assignee", "status"]);
  if (spam !== undefined) return walk(own, []);
  if (labelId !== undefined) {
    const rows = labeled(scope, labelId, position);
    const checks = [own, isSpam(filter), ...checksOf(scope, filter, ["labelId"])];
    return { rows, order: byPeriod(Prisma.sql`l.last_message_period`), checks };
  }
  if (snoozed === "true") return walk(Prisma.sql`${own} AND c.snoozed_at IS NOT NULL`, ["snoozed"]);
  if (starred !== undefined) return walk(Prisma.sql`${own} AND c.is_starred`, ["starred"]);
  return walk(Prisma.sql`${place} ${withStatus}`, ["siteId", "status"]);
}

// A label's rows have their conversation's period.
const labeled = (scope: OwnerScope, labelId: string, position: InboxPosition | null) => Prisma.sql`
  conversation_labels l CROSS JOIN LATERAL (SELECT * FROM conversations WHERE id = l.conversation_id OFFSET 0) c
  WHERE l.label_id = ${labelId}::uuid
    AND EXISTS (SELECT FROM labels own WHERE own.id = ${labelId}::uuid AND ${ownRows(scope, Prisma.sql`own`)})
    ${position ? Prisma.sql`AND l.last_message_period <= period_of(${position.at})` : Prisma.empty}
    ${after(position)}`;

// A page's rows are cut first. The planner doesn't know how few they are, hence OFFSET 0: sites and visitors are looked up
// one by one, in the page's order.
const withDetails = (scope: OwnerScope, page: Prisma.Sql, { shown }: Order, added = Prisma.empty) => Prisma.sql`
  SELECT ${ownerColumns(scope)} ${added}
  FROM (${page}) c
  CROSS JOIN LATERAL (SELECT * FROM sites WHERE id = c.site_id OFFSET 0) s
  CROSS JOIN LATERAL (SELECT * FROM visitors WHERE id = c.visitor_id OFFSET 0) v
  ${ownUnread(scope).join} ${shown}`;

/** A page of a list with nothing to check: ConversationRows. */
export const listedPage = (scope: OwnerScope, { rows, order }: Walk, limit: number) =>
  withDetails(scope, Prisma.sql`SELECT c.*${order.added} FROM ${rows} ${order.of} LIMIT ${limit}`, order);

/** How many conversations are checked for one page. */
export const WALK_MAX = 2_000;

/**
 * A page of a list with something to check: ConversationRows that fit. The last one may be where the walk ended
 * instead, whether it fits or not. PostgreSQL walks only as far as it needs to.
 */
export const checkedPage = (scope: OwnerScope, { rows, order, checks }: Walk, limit: number) =>
  withDetails(
    scope,
    Prisma.sql`
    SELECT * FROM (
      SELECT c.*${order.added}, ${Prisma.join(checks, " AND ")} AS fits, (row_number() OVER (${order.of}))::int AS walked
      FROM ${rows} ${order.of} LIMIT ${WALK_MAX}
    ) c WHERE c.fits OR c.walked = ${WALK_MAX} ${order.shown} LIMIT ${limit}`,
    order,
    Prisma.sql`, c.fits, c.walked`,
  );
