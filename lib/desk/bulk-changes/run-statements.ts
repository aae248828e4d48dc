import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockMembersOf } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { IS_SETTLED, NEXT_VERSION } from "../../base/changes/statements.ts";
import type { Change } from "./schema.ts";
import { STATE } from "./statements.ts";

/*
 * A bulk change, batch by batch. What's left to do is what its items say, so that any process may go on at any time.
 */

/** A bulk change that has something left to do. */
export type Unfinished = {
  id: string;
  state: "running" | "undoing";
  change: Change;
  total: number;
};

// A visitor's message to one of them waits for the batch.
const AT_ONCE = 25;
const UNDO_SECONDS = 30;

const FROM = { running: "waiting", undoing: "changed" } as const;
const RESULT = { running: "changed", undoing: "restored" } as const;

/** The one that was left alone for longest, so that all of them advance, except the given ones. */
export const nextUnfinished = (without: string[]) => Prisma.sql`
  SELECT id, state, change, total FROM bulk_changes
  WHERE state IN ('running', 'undoing') AND id <> ALL (${without}::uuid[]) ORDER BY worked_at, id LIMIT 1`;

/** Lets all others go first. */
export const putOff = ({ id }: Unfinished) =>
  Prisma.sql`UPDATE bulk_changes SET worked_at = clock_timestamp() WHERE id = ${id}::uuid AND state IN ('running', 'undoing')`;

/** Locks the caller and the people who get conversations, before conversations. */
export const lockPeople = (scope: OwnerScope, { id, state, change }: Unfinished, items: string[]) =>
  lockMembersOf(
    scope,
    Prisma.sql`SELECT ${scope.userId}::uuid UNION ALL ${
      state === "running"
        ? Prisma.sql`SELECT ${change.assignee ?? null}::uuid`
        : Prisma.sql`
          SELECT (before ->> 'assignee')::uuid FROM bulk_change_items
          WHERE bulk_change_id = ${id}::uuid AND conversation_id = ANY (${items}::uuid[])`
    }`,
  );

/** Locks a bulk change until the commit, if it's still at what was read of it. */
export const lockUnfinished = ({ id, state }: Unfinished) =>
  Prisma.sql`SELECT id FROM bulk_changes WHERE id = ${id}::uuid AND state = ${state} FOR NO KEY UPDATE`;

/** The next conversations, or those of the given ones that are left. */
export const nextItems = ({ id, state }: Unfinished, only: string[] | null) => Prisma.sql`
  SELECT conversation_id AS id FROM bulk_change_items
  WHERE bulk_change_id = ${id}::uuid AND state = ${FROM[state]}
    ${only ? Prisma.sql`AND conversation_id = ANY (${only}::uuid[])` : Prisma.empty}
  ORDER BY conversation_id LIMIT ${AT_ONCE}`;

// What would be refused otherwise, and with it the whole batch.
function isPossible({ snooze, noReplyNeeded, status }: Change): Prisma.Sql {
  if (noReplyNeeded) return Prisma.sql`(c.waiting_since IS NOT NULL OR ${IS_SETTLED})`;
  return snooze && status === undefined ? Prisma.sql`c.status = 'open' AND NOT c.is_spam` : Prisma.sql`true`;
}

/** Those of the locked conversations that are as the bulk change last saw them, with how they were before and after it. */
export const findUnchanged = ({ id, state, change }: Unfinished, which: Prisma.Sql) => Prisma.sql`
  SELECT c.id, i.before, i.after
  FROM conversations c JOIN bulk_change_items i ON i.conversation_id = c.id AND i.bulk_change_id = ${id}::uuid
  WHERE ${which} AND ${
    state === "running" ? Prisma.sql`i.before = ${STATE} AND ${isPossible(change)}` : Prisma.sql`i.after = ${STATE}`
  }`;

/** Gives conversations back the mark that they woke, and its place in the list, which closing, spam and snoozing end. */
export const restoreWoken = ({ id }: Unfinished, ids: string[]) => Prisma.sql`
  UPDATE conversations c SET woken_at = (i.before ->> 'woken')::timestamptz, woken_by = i.before ->> 'wokenBy', ${NEXT_VERSION}
  FROM bulk_change_items i
  WHERE i.bulk_change_id = ${id}::uuid AND i.conversation_id = c.id AND c.id = ANY (${ids}::uuid[])
    AND i.before ->> 'woken' IS NOT NULL AND c.woken_at IS NULL
    AND c.status = 'open' AND NOT c.is_spam AND c.snoozed_at IS NULL`;

/**
 * Records what became of conversations, whether or not they were changed, and counts them. Once undone, an item is done whatever
 * it was.
 */
export const storeResults = ({ id, state }: Unfinished, ids: string[], done: string[]) => Prisma.sql`
  WITH seen AS MATERIALIZED (
    SELECT c.id, ${STATE} AS state, c.id = ANY (${done}::uuid[]) AS is_done
    FROM conversations c WHERE c.id = ANY (${ids}::uuid[])
  ), item AS (
    UPDATE bulk_change_items i SET ${
      state === "running"
        ? Prisma.sql`after = seen.state, state = CASE WHEN seen.is_done AND seen.state <> i.before THEN 'changed' ELSE 'skipped' END`
        : Prisma.sql`state = CASE WHEN seen.is_done THEN 'restored' ELSE 'kept' END`
    }
    FROM seen WHERE i.bulk_change_id = ${id}::uuid AND i.conversation_id = seen.id AND i.state = ${FROM[state]}
    RETURNING i.state
  )
  UPDATE bulk_changes b SET worked_at = clock_timestamp(),
    changed = b.changed + (SELECT count(*) FROM item WHERE item.state = 'changed'),
    skipped = b.skipped + (SELECT count(*) FROM item WHERE item.state = 'skipped'),
    restored = b.restored + (SELECT count(*) FROM item WHERE item.state = 'restored')
  WHERE b.id = ${id}::uuid`;

/** Ends a bulk change with nothing left to do, and logs what it did on each site. */
export const finish = (scope: OwnerScope, { id, state, change }: Unfinished) => Prisma.sql`
  WITH b AS (
    UPDATE bulk_changes b SET worked_at = clock_timestamp(), ${
      state === "running"
        ? Prisma.sql`state = 'done', skipped = b.total - b.changed,
          undo_until = clock_timestamp() + make_interval(secs => ${UNDO_SECONDS})`
        : Prisma.sql`state = 'undone'`
    }
    WHERE b.id = ${id}::uuid
  ), site AS (
    SELECT c.site_id, count(*)::int AS count
    FROM bulk_change_items i JOIN conversations c ON c.id = i.conversation_id
    WHERE i.bulk_change_id = ${id}::uuid AND i.state = ${RESULT[state]} GROUP BY c.site_id
  )
  ${storeActivity(
    {
      scope,
      action: state === "running" ? "conversations.changed" : "conversations.restored",
      siteId: Prisma.sql`site.site_id`,
      data: Prisma.sql`jsonb_build_object('fields', ${JSON.stringify(Object.keys(change))}::jsonb, 'conversations', site.count)`,
    },
    Prisma.sql`site`,
  )}`;

/** Ends a bulk change whose person may no longer go on. What it has changed stays. */
export const abandon = ({ id, state }: Unfinished) => Prisma.sql`
  UPDATE bulk_changes SET state = 'failed', undo_until = NULL, worked_at = clock_timestamp()
  WHERE id = ${id}::uuid AND state = ${state}`;
