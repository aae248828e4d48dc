import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import {
  ASSIGNEE,
  inWorkspace,
  ownConversations,
  ownRows,
  ownSite,
  ownSites,
  reaches,
  stands,
} from "../../base/access/statements.ts";
import { areFew, hasAttribute, visitorsWith } from "../attributes/statements.ts";
import type { Counted } from "../reports/schema.ts";
import { begunBefore, begunFrom, isCounted } from "../reports/statements.ts";
import type { InboxPosition } from "./cursor.ts";
import type { FilterName, ListFilter } from "./filter.ts";
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

const isAssigned = (assignee: string, userId: string) =>
  assignee === "none"
    ? Prisma.sql`${ASSIGNEE} IS NULL`
    : Prisma.sql`c.assignee_id = ${assignee === "me" ? userId : assignee}::uuid`;

const isMentioned = (userId: string) => Prisma.sql`c.id IN (
  SELECT r.conversation_id FROM reads r WHERE r.user_id = ${userId}::uuid AND r.is_marked AND r.marked_for = 'mention'
)`;

const WAIT_TIMES: Record<NonNullable<ListFilter["waitingFor"]>, string> = {
  "1h": "1 hour",
  "4h": "4 hours",
  "1d": "1 day",
  "3d": "3 days",
};

const hasWaited = (wait: string) => {
  const time = WAIT_TIMES[wait as keyof typeof WAIT_TIMES];
  return Prisma.sql`c.waiting_since IS NOT NULL AND c.waiting_since <= now() - ${time}::interval`;
};

/** Whether the visitor of a conversation, `c`, meets a condition on `its_visitor`. */
const ofVisitor = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM visitors its_visitor WHERE its_visitor.id = c.visitor_id AND ${condition} OFFSET 0
)`;

// The collation's lower() changes A to Z only, as browsers do with rows that they know.
const isOnPage = (page: string) => Prisma.sql`
  strpos(lower(concat_ws(chr(10), c.first_page_url, c.page_url) COLLATE "C"), lower(${page} COLLATE "C")) > 0`;

/** The filters of `FILTERS` in SQL. Each list applies spam and the order itself. */
const CHECKS: Record<Exclude<FilterName, "spam" | "order">, (value: string, userId: string) => Prisma.Sql> = {
  siteId: (siteId) => Prisma.sql`c.site_id = ${siteId}::uuid`,
  status: (status) => Prisma.sql`c.status = ${status}`,
  snoozed: (snoozed) => (snoozed === "true" ? Prisma.sql`c.snoozed_at IS NOT NULL` : Prisma.sql`c.snoozed_at IS NULL`),
  starred: () => Prisma.sql`c.is_starred`,
  labelId: (labelId) => Prisma.sql`EXISTS (
    SELECT FROM conversation_labels l WHERE l.conversation_id = c.id AND l.label_id = ${labelId}::uuid OFFSET 0
  )`,
  assignee: isAssigned,
  mentioned: (_, userId) => isMentioned(userId),
  rating: (rating) => (rating === "any" ? Prisma.sql`c.rating IS NOT NULL` : Prisma.sql`c.rating = ${Number(rating)}`),
  waitingFor: hasWaited,
  language: (language) => ofVisitor(Prisma.sql`its_visitor.language = ${language}`),
  page: isOnPage,
  hasEmail: () => ofVisitor(Prisma.sql`its_visitor.email IS NOT NULL`),
  attribute: (attribute) => hasAttribute(attribute),
  counted: (counted) => isCounted(counted as Counted),
  from: begunFrom,
  until: begunBefore,
};

type Checked = keyof typeof CHECKS;
const CHECKED = Object.keys(CHECKS) as Checked[];

/** The conditions of the given filters, without the ones that a list's index has applied. */
const checksOf = ({ userId }: OwnerScope, filter: ListFilter, applied: readonly Checked[]): Prisma.Sql[] =>
  CHECKED.flatMap((name) => {
    const value = filter[name];
    return value === undefined || applied.includes(name) ? [] : CHECKS[name](value, userId);
  });

const isSpam = ({ spam }: ListFilter) => (spam === undefined ? Prisma.sql`NOT c.is_spam` : Prisma.sql`c.is_spam`);

// Negated, the planner expects the comparison to keep most rows instead of a third, so it reads the index in order.
const after = (position: InboxPosition | null) =>
  position
    ? Prisma.sql`AND c.last_message_period <= period_of(${position.at})
    AND NOT (${LISTED_AT}, c.id) >= (${position.at}, ${position.id}::uuid)`
    : Prisma.empty;

/** What the order `waiting` lists. */
const IS_WAITING = Prisma.sql`c.waiting_since IS NOT NULL`;

/** Matches a conversation, `c`, that was found otherwise, if an inbox list shows it after a position. */
export const inInbox = (scope: OwnerScope, filter: ListFilter, position: InboxPosition | null) => Prisma.sql`
  ${ownConversations(scope)} AND ${isSpam(filter)} ${filter.order ? Prisma.sql`AND ${IS_WAITING}` : Prisma.empty}
  ${and(checksOf(scope, filter, []))} ${after(position)}`;

const and = (conditions: Prisma.Sql[]) =>
  conditions.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(conditions, " AND ")}`;

/** Conversations, `c`, ordered by their own columns and the added ones. */
export type OrderedList = { rows: Prisma.Sql; order: Order };
type Order = { added: Prisma.Sql; of: Prisma.Sql; shown: Prisma.Sql };

const BY_ADDED = Prisma.sql`ORDER BY c.listed_period DESC, c.listed_at DESC, c.id DESC`;
const byPeriod = (period: Prisma.Sql): Order => ({
  added: Prisma.sql`, ${period} AS listed_period, ${LISTED_AT} AS listed_at`,
  of: Prisma.sql`ORDER BY ${period} DESC, ${LISTED_AT} DESC, c.id DESC`,
  shown: BY_ADDED,
});
const byPeriodOfConversation = byPeriod(Prisma.sql`c.last_message_period`);
const byAdded: Order = { added: Prisma.empty, of: BY_ADDED, shown: BY_ADDED };
const WAITING_ORDER = Prisma.sql`ORDER BY c.waiting_since, c.id`;
const byWait: Order = { added: Prisma.empty, of: WAITING_ORDER, shown: WAITING_ORDER };

// The lists of so many sites are merged, in statements for a few numbers of them. With more, it costs less to look for them in
// their workspace's list.
const MERGED_SIZES = [2, 4, 8, 12];
const MERGED_MAX = Math.max(...MERGED_SIZES);
const FILTERED_MAX = 600;
const NO_SITE = "00000000-0000-0000-0000-000000000000";

type Wanted = { scope: OwnerScope; siteId: string | undefined; where: Prisma.Sql; position: InboxPosition | null };

const sitesOf = ({ scope, siteId }: Pick<Wanted, "scope" | "siteId">) =>
  siteId === undefined ? scope.siteIds : [siteId];

/** The first conversations that fit a condition after a position, at least as many as asked for. */
function rowsOf(wanted: Wanted, most: number): OrderedList {
  const { scope, where, position } = wanted;
  const siteIds = sitesOf(wanted);
  if (siteIds === null || siteIds.length <= 1) {
    const place = siteIds === null ? ownConversations(scope) : ofSite(scope, siteIds[0] ?? NO_SITE);
    const rows = Prisma.sql`conversations c WHERE ${place} AND ${where} ${after(position)}`;
    return { rows, order: byPeriodOfConversation };
  }
  const own = Prisma.sql`${inWorkspace(scope, Prisma.sql`c`)} AND ${where}`;
  if (siteIds.length <= MERGED_MAX) {
    const rows = Prisma.sql`conversations c
      WHERE c.site_id = ANY (${siteIds}::uuid[]) AND ${own} ${after(position)} AND ${stands(scope)}
        AND c.last_message_period >= coalesce((${lastPeriodOf(siteIds, wanted, most)}), '-infinity')`;
    return { rows, order: byPeriodOfConversation };
  }
  const rows = Prisma.sql`unnest(${siteIds}::uuid[]) AS site (id)
    CROSS JOIN LATERAL (
      SELECT c.*${byPeriodOfConversation.added} FROM conversations c
      WHERE c.site_id = site.id AND ${own} ${after(position)} ${INBOX_ORDER} LIMIT ${most}
    ) c WHERE ${stands(scope)}`;
  return { rows, order: byAdded };
}

/**
 * A SELECT of the period that so many of several sites' conversations go back to, or null if there are fewer. The sites'
 * indexes are merged, so it reads little more than that many. Merging whole rows would cost more to prepare than to read.
 */
function lastPeriodOf(siteIds: readonly string[], { where, position }: Wanted, most: number): Prisma.Sql {
  const size = MERGED_SIZES.find((merged) => merged >= siteIds.length) ?? MERGED_MAX;
  const below = position ? Prisma.sql`AND c.last_message_period < period_of(${position.at})` : Prisma.empty;
  const periods = padded(siteIds, size).map(
    (id) => Prisma.sql`(
      SELECT c.last_message_period AS period FROM conversations c WHERE c.site_id = ${id}::uuid AND ${where} ${below}
      ORDER BY c.last_message_period DESC LIMIT ${most}
    )`,
  );
  return Prisma.sql`
    SELECT period FROM (${Prisma.join(periods, " UNION ALL ")}) merged ORDER BY period DESC OFFSET ${most - 1} LIMIT 1`;
}

const padded = (siteIds: readonly string[], size: number) =>
  Array.from({ length: size }, (_, at) => siteIds[at] ?? NO_SITE);

// By site alone: with the workspace in the condition, the planner may pick an index that has to be filtered by site.
// Someone else's site matches nothing.
const ofSite = (scope: OwnerScope, siteId: string) => Prisma.sql`
  c.site_id = ${siteId}::uuid
  AND EXISTS (SELECT FROM sites s WHERE ${ownSite(scope, siteId)})`;

/**
 * Those of many sites among the first of their workspace: may be too few, even if there are more. Only theirs are sorted within
 * their period, so a period is read as a whole.
 */
function filteredRowsOf({ scope, where, position }: Wanted): OrderedList {
  const rows = Prisma.sql`(
    SELECT c.*${byPeriodOfConversation.added} FROM conversations c
    WHERE ${ownRows(scope, Prisma.sql`c`)} AND ${where} ${after(position)}
    ORDER BY c.last_message_period DESC FETCH FIRST (${FILTERED_MAX}) ROWS WITH TIES
  ) c WHERE ${reaches(scope, Prisma.sql`c.site_id`)}`;
  return { rows, order: byAdded };
}

/** What a search walks over: the conversations of a list after a position, down to another or at least so many. */
export const searchedRows = (
  scope: OwnerScope,
  filter: ListFilter,
  position: InboxPosition | null,
  { most, end }: { most: number; end?: InboxPosition },
): OrderedList => {
  const isAbove = end
    ? Prisma.sql`AND c.last_message_period >= period_of(${end.at}) AND (${LISTED_AT}, c.id) >= (${end.at}, ${end.id}::uuid)`
    : Prisma.empty;
  const where = Prisma.sql`${isSpam(filter)} ${and(checksOf(scope, filter, ["siteId"]))} ${isAbove}`;
  return rowsOf({ scope, siteId: filter.siteId, where, position }, most);
};

/** How many conversations are checked to count a list. */
const COUNT_WALK_MAX = 300;

/** How many conversations are checked for one page. */
const WALK_MAX = 2_000;
// Those of several sites are read before they're checked, so fewer at first.
const WALK_FIRST = 200;

/**
 * The conversations of a list, how many a page walks over at most, and what's left to check on each. A partial one may end
 * before the list does.
 */
export type ListWalk = OrderedList & { checks: Prisma.Sql[]; most: number; isPartial?: true };

/**
 * Conversations that began within a month or less: an index finds them, and the first ones are sorted out of what fits. Without
 * OFFSET 0, the planner may walk in the list's order, past all newer ones.
 */
const begunWalk = (
  scope: OwnerScope,
  { from, until, ...filter }: ListFilter & { from: string; until: string },
  position: InboxPosition | null,
): ListWalk => {
  const { siteId } = filter;
  const rows = Prisma.sql`(
    SELECT c.* FROM conversations c
    WHERE c.site_id IN (SELECT s.id FROM sites s WHERE ${siteId === undefined ? ownSites(scope) : ownSite(scope, siteId)})
      AND ${begunFrom(from)} AND ${begunBefore(until)} AND ${isSpam(filter)} ${and(checksOf(scope, filter, ["siteId"]))}
    OFFSET 0
  ) c WHERE true ${after(position)}`;
  return { rows, order: byPeriodOfConversation, checks: [], most: WALK_MAX };
};

/** Some of them, for a count: at most so many are read, whichever they are, and then checked. */
const begunSample = (
  scope: OwnerScope,
  { from, until, ...filter }: ListFilter & { from: string; until: string },
): ListWalk => {
  const { siteId } = filter;
  const rows = Prisma.sql`(
    SELECT c.* FROM sites s CROSS JOIN LATERAL (
      SELECT * FROM conversations c WHERE c.site_id = s.id AND ${begunFrom(from)} AND ${begunBefore(until)}
      ORDER BY c.created_at DESC LIMIT ${COUNT_WALK_MAX}
    ) c WHERE ${siteId === undefined ? ownSites(scope) : ownSite(scope, siteId)} LIMIT ${COUNT_WALK_MAX}
  ) c`;
  const checks = [isSpam(filter), ...checksOf(scope, filter, ["siteId"])];
  return { rows, order: byPeriodOfConversation, checks, most: COUNT_WALK_MAX };
};

/** Few conversations match these filters, so they're found rather than checked, also together with others. */
const FOUND_BY: readonly {
  name: Checked;
  where: (value: string, userId: string) => Prisma.Sql;
  isLeft?: (value: string) => boolean;
  /** Whether its index has the site too, so that no conversation of another one is read. */
  hasSite?: true;
}[] = [
  { name: "mentioned", where: (_, userId) => isMentioned(userId) },
  // The index has all scores.
  { name: "rating", where: () => Prisma.sql`c.rating IS NOT NULL`, isLeft: (rating) => rating !== "any" },
  { name: "waitingFor", where: hasWaited, hasSite: true },
];

/** What the first such filter finds, the filters that needn't be checked then, and whether it goes by site. */
function foundBy({ userId }: OwnerScope, filter: ListFilter) {
  for (const { name, where, isLeft, hasSite = false } of FOUND_BY) {
    const value = filter[name];
    if (value !== undefined) return { where: where(value, userId), applied: isLeft?.(value) ? [] : [name], hasSite };
  }
  return undefined;
}

/**
 * Returns ways to read a list from a position on: the next one if a page isn't filled, and there's more. The lists of more
 * sites than `mergedMax` aren't merged at first.
 */
export function walksOf(
  scope: OwnerScope,
  filter: ListFilter,
  position: InboxPosition | null,
  limit: number,
  mergedMax = MERGED_MAX,
): ListWalk[] {
  const { siteId, spam, labelId, snoozed, starred, assignee, attribute, order, status } = filter;
  const own = ownConversations(scope);
  const found = (where: Prisma.Sql) => Prisma.sql`conversations c WHERE ${own} AND ${isSpam(filter)} AND ${where}`;
  const sites = sitesOf({ scope, siteId });
  const onSites = (where: Prisma.Sql) =>
    sites === null ? where : Prisma.sql`${where} AND c.site_id = ANY (${sites}::uuid[])`;
  const walk = (where: Prisma.Sql, applied: Checked[]): ListWalk[] => {
    const rows = Prisma.sql`${found(where)} ${after(position)}`;
    return [{ rows, order: byPeriodOfConversation, checks: checksOf(scope, filter, applied), most: WALK_MAX }];
  };
  const walkOnSites = (where: Prisma.Sql, applied: Checked[]) => walk(onSites(where), ["siteId", ...applied]);
  if (order) {
    const isBelow = position
      ? Prisma.sql`AND (c.waiting_since, c.id) > (${position.at}, ${position.id}::uuid)`
      : Prisma.empty;
    // Waiting conversations are open.
    const applied: Checked[] = ["siteId", "waitingFor", ...(status === "open" ? (["status"] as const) : [])];
    const rows = Prisma.sql`${found(onSites(filter.waitingFor ? hasWaited(filter.waitingFor) : IS_WAITING))} ${isBelow}`;
    return [{ rows, order: byWait, checks: checksOf(scope, filter, applied), most: WALK_MAX }];
  }
  const { from, until } = filter;
  if (from !== undefined && until !== undefined) return [begunWalk(scope, { ...filter, from, until }, position)];
  if (filter.counted === "waiting") return walkOnSites(isCounted("waiting"), ["counted"]);
  const few = foundBy(scope, filter);
  if (few) return (few.hasSite ? walkOnSites : walk)(few.where, few.applied);
  const withStatus = status === undefined ? Prisma.empty : Prisma.sql`AND c.status = ${status}`;
  // The index has the conversations of all sites. Among one's own open ones, none is on a site without access.
  const isOwn = assignee === "me" || assignee === scope.userId;
  if (assignee !== undefined && assignee !== "none" && (scope.siteIds === null || (isOwn && status === "open"))) {
    const applied: Checked[] = ["assignee", "status"];
    const isTheirs = isAssigned(assignee, scope.userId);
    const checks = checksOf(scope, filter, applied);
    const most = checks.length > 0 ? WALK_MAX : limit;
    // The index has each status in order, and both are merged. Without a limit of its own, one that's expected to be short
    // would be sorted, however long it is.
    const inStatus = (one: string) => Prisma.sql`(
      SELECT c.*${byPeriodOfConversation.added} FROM ${found(Prisma.sql`${isTheirs} AND c.status = ${one}`)} ${after(position)}
      ORDER BY c.last_message_period DESC FETCH FIRST (${most}) ROWS WITH TIES
    )`;
    const statuses = status === undefined ? ["open", "closed"] : [status];
    const rows = Prisma.sql`(${Prisma.join(statuses.map(inStatus), " UNION ALL ")}) c`;
    return [{ rows, order: byAdded, checks, most: WALK_MAX }];
  }
  if (spam !== undefined) return walk(Prisma.sql`true`, []);
  if (labelId === undefined && snoozed === "true")
    return walkOnSites(Prisma.sql`c.snoozed_at IS NOT NULL`, ["snoozed"]);
  if (labelId === undefined && starred !== undefined) return walkOnSites(Prisma.sql`c.is_starred`, ["starred"]);
  if (labelId === undefined && attribute !== undefined) {
    const place = siteId === undefined ? own : ofSite(scope, siteId);
    const where = Prisma.sql`${isSpam(filter)} ${withStatus}`;
    const rows = withAttribute(scope, attribute, { place, where, position });
    return [{ rows, order: byAdded, checks: checksOf(scope, filter, ["siteId", "status"]), most: ATTRIBUTE_WALK_MAX }];
  }
  // A label's conversations are on all sites, so members with chosen sites walk over their sites' instead.
  if (labelId !== undefined && scope.siteIds === null) {
    const rows = labeled(scope, labelId, position);
    const checks = [own, isSpam(filter), ...checksOf(scope, filter, ["labelId"])];
    return [{ rows, order: byPeriod(Prisma.sql`l.last_message_period`), checks, most: WALK_MAX }];
  }
  const wanted = { scope, siteId, where: Prisma.sql`${isSpam(filter)} ${withStatus}`, position };
  const siteCount = sites?.length ?? 1;
  // Few conversations are snoozed, so what isn't is found rather than checked.
  const isAwake = siteCount > 1 && snoozed === "false";
  if (isAwake) wanted.where = Prisma.sql`${wanted.where} AND c.snoozed_at IS NULL`;
  const checks = checksOf(scope, filter, ["siteId", "status", ...(isAwake ? (["snoozed"] as const) : [])]);
  const walkTo = (most: number): ListWalk => ({ ...rowsOf(wanted, most), checks, most });
  if (siteCount <= 1) return [walkTo(WALK_MAX)];
  const first = walkTo(checks.length === 0 ? limit : Math.max(limit, WALK_FIRST));
  // Of many sites, so many of each would be sorted.
  if (siteCount > mergedMax) return [{ ...filteredRowsOf(wanted), checks, most: FILTERED_MAX, isPartial: true }, first];
  return checks.length === 0 ? [first] : [first, walkTo(WALK_MAX)];
}

// How many visitors with a value are looked up one by one, and how many conversations are read at once.
const FEW_VISITORS = 2_000;
const ATTRIBUTE_WALK_MAX = 500;

/**
 * The conversations of the visitors with an attribute's value if few have it, or else the first ones of the list, whose visitors are
 * checked: of many, some are among them. PostgreSQL reads only one of the two.
 */
function withAttribute(
  scope: OwnerScope,
  attribute: string,
  { place, where, position }: { place: Prisma.Sql; where: Prisma.Sql; position: InboxPosition | null },
): Prisma.Sql {
  const first = Prisma.sql`
    ${place} AND ${where} ${after(position)}
    ORDER BY c.last_message_period DESC FETCH FIRST (${ATTRIBUTE_WALK_MAX}) ROWS WITH TIES`;
  return Prisma.sql`(
    SELECT listed.* FROM (SELECT ${areFew(scope, attribute, FEW_VISITORS)} AS are_few OFFSET 0) probe CROSS JOIN LATERAL (
      (SELECT c.*${byPeriodOfConversation.added}
        FROM (${visitorsWith(scope, attribute)}) few
        CROSS JOIN LATERAL (SELECT * FROM conversations WHERE visitor_id = few.visitor_id OFFSET 0) c
        WHERE probe.are_few AND ${first})
      UNION ALL
      (SELECT c.*${byPeriodOfConversation.added} FROM conversations c WHERE NOT probe.are_few AND ${first})
    ) listed
  ) c`;
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
export const listedPage = (scope: OwnerScope, { rows, order }: ListWalk, limit: number) =>
  withDetails(scope, Prisma.sql`SELECT c.*${order.added} FROM ${rows} ${order.of} LIMIT ${limit}`, order);

/**
 * A page of a list with something to check: ConversationRows that fit. The last one may be where the walk ended
 * instead, whether it fits or not. PostgreSQL walks only as far as it needs to.
 */
export const checkedPage = (scope: OwnerScope, { rows, order, checks, most }: ListWalk, limit: number) =>
  withDetails(
    scope,
    Prisma.sql`
    SELECT * FROM (
      SELECT c.*${order.added}, ${Prisma.join(checks, " AND ")} AS fits, (row_number() OVER (${order.of}))::int AS walked
      FROM ${rows} ${order.of} LIMIT ${most}
    ) c WHERE c.fits OR c.walked = ${most} ${order.shown} LIMIT ${limit}`,
    order,
    Prisma.sql`, c.fits, c.walked`,
  );

/** How many conversations a list has, and whether there may be more. */
export type CountedRow = { count: number; isAtLeast: boolean };

/** Counts the first conversations of a list: at most so many, of a limited number that's read. */
export function countedList(scope: OwnerScope, filter: ListFilter, max: number): Prisma.Sql {
  const { from, until, order: wanted, waitingFor } = filter;
  // Merging costs more than a count may. Those who have waited long enough are found in the order of their wait.
  const [walk] =
    from !== undefined && until !== undefined && wanted === undefined
      ? [begunSample(scope, { ...filter, from, until })]
      : walksOf(scope, waitingFor === undefined ? filter : { ...filter, order: "waiting" }, null, max, 1);
  if (!walk) throw new Error("a list is read in at least one way");
  const { rows, order, checks, isPartial = false } = walk;
  const most = Math.min(walk.most, COUNT_WALK_MAX);
  const fits = checks.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(checks, " AND ")}) IS TRUE`;
  return Prisma.sql`
    SELECT (count(*) FILTER (WHERE c.fits))::int AS count,
      (${isPartial} OR count(*) FILTER (WHERE c.fits) = ${max} OR coalesce(bool_or(c.walked = ${most}), false)) AS "isAtLeast"
    FROM (
      SELECT c.fits, c.walked FROM (
        SELECT ${fits} AS fits, (row_number() OVER (${order.of}))::int AS walked FROM ${rows} ${order.of} LIMIT ${most}
      ) c WHERE c.fits OR c.walked = ${most} LIMIT ${max}
    ) c`;
}
