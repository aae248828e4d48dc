import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { processWide } from "#platform/process-wide.ts";
import { Prisma } from "#prisma-client";

/*
 * A closed workspace is erased bottom-up from its messages, a batch at a time, so that no statement takes long or holds
 * many locks. Closed accounts follow. No progress is stored: the next run finds what's left, and two runs at once do no harm.
 */
const CONVERSATIONS_AT_ONCE = 100;
const ROWS_AT_ONCE = 2_000;

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
    for (const { id } of await closedWorkspaces().catch(noteFailure)) {
      await eraseWorkspace(id, state).catch(noteFailure);
    }
    if (!state.isStopped) await eraseAccounts(state).catch(noteFailure);
  }
}

function noteFailure(error: unknown): [] {
  logFailure(error, "could not erase a closed account or workspace; will retry within the hour");
  return [];
}

// The version before closes an account without closing its workspace.
const IS_CLOSED = Prisma.sql`(w.closed_at IS NOT NULL OR u.closed_at IS NOT NULL)`;

const closedWorkspaces = () =>
  query<{ id: string }>(Prisma.sql`
    SELECT w.id FROM workspaces w JOIN users u ON u.id = w.owner_id
    WHERE ${IS_CLOSED} ORDER BY coalesce(w.closed_at, u.closed_at)`);

async function eraseWorkspace(id: string, state: Erasing): Promise<void> {
  for (const step of [eraseConversations, eraseVisitors]) {
    while (await step(id)) if (state.isStopped) return;
  }
  // Deletes the rest by cascade: its sites, people, and whatever arrived meanwhile.
  await retryingConflicts(() =>
    query(Prisma.sql`
      DELETE FROM workspaces w USING users u WHERE w.id = ${id}::uuid AND u.id = w.owner_id AND ${IS_CLOSED}`),
  );
}

/** Deletes the closed accounts that own no workspace. */
async function eraseAccounts(state: Erasing): Promise<void> {
  const found = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM users u
    WHERE closed_at IS NOT NULL AND NOT EXISTS (SELECT FROM workspaces w WHERE w.owner_id = u.id) ORDER BY closed_at`);
  for (const { id } of found) {
    for (const statement of namesOf(id)) {
      while ((await countErased(statement)) === ROWS_AT_ONCE) if (state.isStopped) return;
    }
    await retryingConflicts(() =>
      query(Prisma.sql`
        DELETE FROM users u WHERE id = ${id}::uuid AND closed_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM workspaces w WHERE w.owner_id = u.id)`),
    );
  }
}

/** Statements that remove a person's name from other workspaces' records. */
function namesOf(id: string): Prisma.Sql[] {
  const events = (actedAs: "actor" | "target") => {
    const [person, name] = [`${actedAs}_id`, `${actedAs}_name`].map((column) => Prisma.raw(column));
    return Prisma.sql`
      UPDATE conversation_events e SET ${name} = NULL FROM (
        SELECT conversation_id, seq FROM conversation_events
        WHERE ${person} = ${id}::uuid AND ${name} IS NOT NULL LIMIT ${ROWS_AT_ONCE}
      ) batch WHERE e.conversation_id = batch.conversation_id AND e.seq = batch.seq RETURNING e.seq`;
  };
  const [acted, received] = [Prisma.sql`a.actor_id = ${id}::uuid`, Prisma.sql`a.target_id = ${id}::uuid`];
  const entries = Prisma.sql`
    UPDATE activity a SET
      actor_name = CASE WHEN ${acted} IS NOT TRUE THEN a.actor_name END,
      target_name = CASE WHEN ${received} IS NOT TRUE THEN a.target_name END,
      target_email = CASE WHEN ${received} IS NOT TRUE THEN a.target_email END
    WHERE a.id IN (
      SELECT a.id FROM members m JOIN activity a ON a.workspace_id = m.workspace_id
      WHERE m.user_id = ${id}::uuid
        AND (${acted} AND a.actor_name IS NOT NULL OR ${received} AND (a.target_name, a.target_email) IS DISTINCT FROM (NULL, NULL))
      LIMIT ${ROWS_AT_ONCE}
    ) RETURNING a.id`;
  return [events("actor"), events("target"), entries];
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
