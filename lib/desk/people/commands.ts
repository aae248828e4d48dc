import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { isMissingParent, retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { ownSites } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { blockVisitors, lockForBlocking } from "../../files/blocking/commands.ts";
import { getPerson } from "./queries.ts";
import type { UpdatePersonBody } from "./schema.ts";
import {
  type FoundMerge,
  findMerge,
  isOfPerson,
  type LockedVisitor,
  lockPeople,
  storeAbout,
  storeMerge,
  storePeople,
  UNDO_DAYS,
} from "./statements.ts";

/** So many visitors at most are one person: what concerns them all is done in one statement. */
const VISITORS_MAX = 100;

const conflict = (detail: string) => new AppError("conflict", { detail });

/**
 * Changes what the team notes about a person, and blocks or unblocks all their visitors. Missing fields stay as they are. Throws
 * `not_found`, or `conflict` if there's no conversation to block them by.
 */
export async function updatePerson(
  scope: OwnerScope,
  visitorId: string,
  { about, blocked }: UpdatePersonBody,
): Promise<void> {
  const person = await getPerson(scope, visitorId);
  if (about !== undefined) await query(storeAbout(scope, visitorId, about));
  if (blocked === undefined || blocked === person.isBlocked) return;
  const body = { visitorBlocked: blocked };
  await retryingConflicts(() =>
    changeConversations(scope, isOfPerson(visitorId), async (tx, own) => {
      const addresses = await lockForBlocking(scope, tx, own, body);
      return blockVisitors(scope, tx, own, { ...body, addresses });
    }),
  );
  const { isBlocked } = await getPerson(scope, visitorId);
  if (isBlocked !== blocked) throw conflict("This person has no conversation left, so there’s nothing to block.");
}

/** Returns the site of visitors that the caller may touch. Throws `not_found`, or `conflict` if they're on different sites. */
async function siteOf(scope: OwnerScope, tx: Transaction, visitorIds: string[]): Promise<string> {
  const found = await tx.visitor.findMany({
    where: { id: { in: visitorIds }, site: ownSites(scope) },
    select: { siteId: true },
  });
  const [siteId, ...others] = new Set(found.map((place) => place.siteId));
  if (siteId === undefined || found.length < new Set(visitorIds).size) throw new AppError("not_found");
  if (others.length > 0) throw conflict("They wrote on different sites. Only people of one site can be merged.");
  return siteId;
}

/** Locks the people of visitors, so that until the commit none of them is merged, blocked or erased. */
async function lockTogether(scope: OwnerScope, tx: Transaction, visitorIds: string[]) {
  const siteId = await siteOf(scope, tx, visitorIds);
  await lockSite(scope, siteId, tx);
  const visitors = await tx.query<LockedVisitor>(lockPeople(visitorIds));
  const personIds = visitorIds.map((id) => visitors.find((visitor) => visitor.id === id)?.personId);
  return { siteId, visitors, personIds };
}

/** Throws `conflict` if people can't become one. */
function requireMergeable(visitors: LockedVisitor[]): void {
  if (visitors.some(({ isTest }) => isTest)) throw conflict("Test visitors can’t be merged.");
  if (new Set(visitors.map(({ isBlocked }) => isBlocked)).size > 1) {
    throw conflict("One of them is blocked. Block or unblock both first, then merge them.");
  }
  if (visitors.length > VISITORS_MAX) throw conflict(`At most ${VISITORS_MAX} visitors can be merged into one person.`);
}

/**
 * Merges the person that a visitor is into another of the same site. Nothing of what they wrote changes: from then on, it's
 * shown, blocked, exported and erased together. If they're one person already, nothing happens. Throws `not_found` or `conflict`.
 */
export async function mergePeople(scope: OwnerScope, visitorId: string, into: string): Promise<void> {
  await retryingConflicts(() =>
    transaction(async (tx) => {
      const { siteId, visitors, personIds } = await lockTogether(scope, tx, [visitorId, into]);
      const [from, to] = personIds;
      if (from === undefined || to === undefined) throw new AppError("not_found");
      if (from === to) return;
      requireMergeable(visitors);
      // An earlier merge, undone when a process of the version before deleted the visitor it led to.
      await tx.merge.deleteMany({ where: { visitorId: to } });
      await tx.query(storeMerge(scope, { from, into: to }));
      await tx.query(storePeople(visitors.map(({ id }) => id)));
      await tx.query(storeActivity({ scope, action: "visitor.merged", siteId, data: { visitors: visitors.length } }));
    }),
  ).catch((error: unknown) => {
    throw isMissingParent(error) ? new AppError("not_found") : error;
  });
}

/**
 * Undoes the merge of a visitor: they, and those who were merged into them, are a person of their own again. What was written
 * meanwhile stays with the visitor who wrote it. Throws `not_found`, or `conflict` if there's nothing to undo or it's too late.
 */
export async function unmergePerson(scope: OwnerScope, visitorId: string): Promise<void> {
  await retryingConflicts(() =>
    transaction(async (tx) => {
      const { siteId, visitors, personIds } = await lockTogether(scope, tx, [visitorId]);
      if (personIds[0] === undefined) throw new AppError("not_found");
      const [merge] = await tx.query<FoundMerge>(findMerge(visitorId));
      if (!merge)
        throw conflict("This visitor isn’t merged into another one, or that one was erased. Nothing was changed.");
      if (!merge.isUndoable) throw conflict(`A merge can be undone for ${UNDO_DAYS} days. Nothing was changed.`);
      await tx.merge.deleteMany({ where: { visitorId } });
      await tx.query(storePeople(visitors.map(({ id }) => id)));
      await tx.query(storeActivity({ scope, action: "visitor.unmerged", siteId }));
    }),
  );
}
