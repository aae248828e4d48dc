import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { processWide } from "#platform/process-wide.ts";
import { Prisma } from "#prisma-client";

/*
 * A closed account is erased bottom-up from its messages, a batch at a time, so that no statement takes long or holds
 * many locks. No progress is stored: the next run finds what's left, and two runs at once do no harm.
 */
const CONVERSATIONS_AT_ONCE = 100;
const ROWS_AT_ONCE = 2_000;

type Account = { userId: string; workspaceId: string };
type Erasing = { running: Promise<void> | undefined; isAsked: boolean; isStopped: boolean };
const erasing = processWide("erasing", (): Erasing => ({ running: undefined, isAsked: false, isStopped: false }));

/**
 * Erases the remaining rows of closed accounts. Resolves once nothing is left, or after a failure, which is logged.
 */
export function eraseClosedAccounts(): Promise<void> {
  const state = erasing();
  state.isAsked = true;
  state.running ??= eraseAll(state).finally(() => {
    state.running = undefined;
  });
  return state.running;
}

/** Stops early. The next start continues. */
export async function stopErasing(): Promise<void> {
  const state = erasing();
  state.isStopped = true;
  await state.running;
}

async function eraseAll(state: Erasing): Promise<void> {
  while (state.isAsked && !state.isStopped) {
    state.isAsked = false;
    for (const account of await closedAccounts().catch(noteFailure)) {
      await eraseAccount(account, state).catch(noteFailure);
    }
  }
}

function noteFailure(error: unknown): [] {
  logFailure(error, "could not erase a closed account; will retry within the hour");
  return [];
}

const closedAccounts = () =>
  query<Account>(Prisma.sql`
    SELECT u.id AS "userId", w.id AS "workspaceId" FROM users u JOIN workspaces w ON w.owner_id = u.id
    WHERE u.closed_at IS NOT NULL ORDER BY u.closed_at`);

async function eraseAccount({ userId, workspaceId }: Account, state: Erasing): Promise<void> {
  for (const step of [eraseConversations, eraseVisitors]) {
    while (await step(workspaceId)) if (state.isStopped) return;
  }
  // Deletes the rest by cascade: the workspace, its sites, and whatever arrived meanwhile.
  await retryingConflicts(() =>
    query(Prisma.sql`DELETE FROM users WHERE id = ${userId}::uuid AND closed_at IS NOT NULL`),
  );
}

/** Erases some conversations, or some of their messages. Returns whether there were any. */
async function eraseConversations(workspaceId: string): Promise<boolean> {
  const found = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM conversations WHERE workspace_id = ${workspaceId}::uuid LIMIT ${CONVERSATIONS_AT_ONCE}`);
  if (found.length === 0) return false;
  const ids = found.map(({ id }) => id);
  const erased = await countErased(Prisma.sql`
    DELETE FROM messages
    WHERE id IN (SELECT id FROM messages WHERE conversation_id = ANY(${ids}::uuid[]) LIMIT ${ROWS_AT_ONCE}) RETURNING id`);
  if (erased === ROWS_AT_ONCE) return true;
  await countErased(Prisma.sql`DELETE FROM conversations WHERE id = ANY(${ids}::uuid[]) RETURNING id`);
  return true;
}

async function eraseVisitors(workspaceId: string): Promise<boolean> {
  const erased = await countErased(Prisma.sql`
    DELETE FROM visitors WHERE id IN (
      SELECT v.id FROM visitors v JOIN sites s ON s.id = v.site_id
      WHERE s.workspace_id = ${workspaceId}::uuid LIMIT ${ROWS_AT_ONCE}
    ) RETURNING id`);
  return erased > 0;
}

async function countErased(deletion: Prisma.Sql): Promise<number> {
  const [row] = await retryingConflicts(() =>
    query<{ count: number }>(Prisma.sql`WITH erased AS (${deletion}) SELECT count(*)::int AS count FROM erased`),
  );
  return row?.count ?? 0;
}
