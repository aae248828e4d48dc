import { setTimeout as wait } from "node:timers/promises";
import { query, type Transaction } from "#platform/database/database.ts";
import {
  isMissingParent,
  isUnavailable,
  isUniqueViolation,
  isWriteConflict,
  retryingConflicts,
} from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockCaller } from "../../base/access/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { updateInTransaction } from "../conversations/commands.ts";
import { lockConversations } from "../triage/statements.ts";
import { type ConversationState, groupByChange, reverseOf } from "./rules.ts";
import {
  abandon,
  findUnchanged,
  finish,
  lockPeople,
  lockUnfinished,
  nextItems,
  nextUnfinished,
  putOff,
  restoreWoken,
  storeResults,
  type Unfinished,
} from "./run-statements.ts";

const EVERY_MS = 2_000;
const FAILURE = "could not go on with a bulk change; will retry";
// Between batches, so that visitors' messages get their turn.
const PAUSE_MS = 20;
// An assignee of more gets no notification for each.
const NOTIFIED_MAX = 20;

/** Returns what the person of a bulk change may touch now. Null if they have no access. */
export type AdmitChange = (bulkChangeId: string) => Promise<OwnerScope | null>;

/** The person's access changed since the gate read it. Nothing was changed, and the next try begins with the access of now. */
class AccessChanged extends Error {
  override readonly name = "AccessChanged";
}

/** A batch was refused because of one of its conversations. Nothing was changed. */
class BatchRefused extends Error {
  override readonly name = "BatchRefused";
  readonly ids: string[];

  constructor(ids: string[]) {
    super("a batch was refused");
    this.ids = ids;
  }
}

/**
 * Makes and undoes bulk changes until nothing is left to do, except those that failed just now. Any number of processes may.
 */
export async function runBulkChanges(admit: AdmitChange, signal = new AbortController().signal): Promise<void> {
  const putOffIds: string[] = [];
  while (!signal.aborted) {
    const [bulk] = await query<Unfinished>(nextUnfinished(putOffIds));
    if (!bulk) return;
    try {
      const scope = await admit(bulk.id);
      if (scope) await takeBatch(scope, bulk);
      else await query(abandon(bulk));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AccessChanged)) logFailure(error, FAILURE, { bulkChangeId: bulk.id });
      // It must not hold up the others, here or in other processes.
      putOffIds.push(bulk.id);
      await query(putOff(bulk));
    }
    await wait(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

/** Makes and undoes bulk changes as they come. */
export const startBulkChanges = (admit: AdmitChange, signal: AbortSignal): Promise<void> =>
  repeatWork(
    "bulk changes",
    {
      everyMs: EVERY_MS,
      work: (ending) => runBulkChanges(admit, ending),
      failure: FAILURE,
    },
    signal,
  );

/** Changes the next conversations. If one of them is refused, each is changed alone. */
async function takeBatch(scope: OwnerScope, bulk: Unfinished): Promise<void> {
  try {
    await changeSome(scope, bulk, null);
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error;
    for (const id of error.ids) await takeOne(scope, bulk, id);
  }
}

async function takeOne(scope: OwnerScope, bulk: Unfinished, id: string): Promise<void> {
  try {
    await changeSome(scope, bulk, [id]);
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error;
    await query(storeResults(bulk, [id], []));
  }
}

/** Changes the next conversations, or of the given ones those that are left, in one transaction. */
const changeSome = (scope: OwnerScope, bulk: Unfinished, only: string[] | null) =>
  retryingConflicts(() =>
    // Which ones are left is only known once the bulk change is locked.
    changeConversations(scope, Prisma.sql`true`, async (tx, own) => {
      const wanted = only ?? (await itemsOf(tx, bulk, null));
      await tx.query(lockPeople(scope, bulk, wanted));
      if ((await tx.query(lockCaller(scope))).length === 0) throw new AccessChanged();
      if ((await tx.query(lockUnfinished(bulk))).length === 0) return [];
      const ids = await itemsOf(tx, bulk, wanted);
      if (ids.length > 0) return changeLocked(scope, tx, bulk, { ids, own });
      if (wanted.length === 0) await tx.query(finish(scope, bulk));
      return [];
    }),
  );

const itemsOf = async (tx: Transaction, bulk: Unfinished, only: string[] | null) =>
  (await tx.query<{ id: string }>(nextItems(bulk, only))).map(({ id }) => id);

type Batch = { ids: string[]; own: Prisma.Sql };

async function changeLocked(
  scope: OwnerScope,
  tx: Transaction,
  bulk: Unfinished,
  { ids, own }: Batch,
): Promise<ConversationRef[]> {
  const some = (chosen: string[]) => Prisma.sql`c.id = ANY (${chosen}::uuid[]) AND ${own}`;
  await tx.query(lockConversations(some(ids)));
  const rows = await tx.query<{ id: string; before: ConversationState; after: ConversationState | null }>(
    findUnchanged(bulk, some(ids)),
  );
  const wanted = rows.map(({ id, before, after }) => ({
    id,
    change: bulk.state === "running" || !after ? bulk.change : reverseOf(before, after),
  }));
  const how = { isQuiet: bulk.state === "undoing" || bulk.total > NOTIFIED_MAX };
  const changed: ConversationRef[] = [];
  try {
    for (const group of groupByChange(wanted))
      changed.push(...(await updateInTransaction(scope, tx, some(group.ids), group.change, how)));
  } catch (error) {
    throw isRefusal(error) ? new BatchRefused(ids) : error;
  }
  const done = wanted.map(({ id }) => id);
  if (bulk.state === "undoing") await tx.query(restoreWoken(bulk, done));
  await tx.query(storeResults(bulk, ids, done));
  return changed;
}

/** Whether a change failed because of a conversation. Otherwise the same may work later. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== "unavailable";
  if (isUniqueViolation(error) || isMissingParent(error)) return true;
  if (isWriteConflict(error) || isUnavailable(error)) return false;
  // One conversation that can't be changed must not stop the others.
  logFailure(error, "could not change a conversation of a bulk change");
  return true;
}
