import { randomBytes } from "node:crypto";
import { query, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace } from "../../base/access/statements.ts";
import { inWorkspace, onSites, ownSite } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { storeDeletions } from "../../base/changes/statements.ts";
import { getSite, type Site } from "./queries.ts";
import type { CreateSiteBody, UpdateSiteBody } from "./schema.ts";
import { SITES_MAX } from "./sites-max.ts";
import { deletedSite, deleteSomeVisits, noteAwayText, startAutoClose, startRatings, startTurns } from "./statements.ts";

const PUBLIC_KEY_BYTES = 15;
const DELETE_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 5_000;
const VISITS_AT_ONCE = 2_000;

const newPublicKey = () => `pk_${randomBytes(PUBLIC_KEY_BYTES).toString("hex")}`;

/** Creates a site. Throws `conflict` if the workspace has as many as it may. */
export async function createSite(scope: OwnerScope, input: CreateSiteBody): Promise<Site> {
  const { workspaceId } = scope;
  const id = newId();
  return transaction(async (tx) => {
    // Serializes creations, so that the count is right. Other work on the sites isn't blocked.
    await lockWorkspace(scope, tx);
    if ((await tx.site.count({ where: inWorkspace(scope) })) >= SITES_MAX) {
      throw new AppError("conflict", {
        detail: `A workspace may have ${SITES_MAX} sites. Delete one to create another.`,
      });
    }
    const now = new Date();
    const own = { id, workspaceId, publicKey: newPublicKey(), createdAt: now, updatedAt: now };
    const created = await tx.site.create({ data: { ...input, ...own } });
    await tx.query(storeActivity({ scope, action: "site.created", siteId: id }));
    tx.afterCommit(() => publishChange({ kind: "settings", workspaceId, about: "sites", siteId: id }));
    return created;
  });
}

/**
 * Changes the given fields, and deletes stored visits if the site stops collecting them. Without any field,
 * nothing changes, `updatedAt` included. Throws `not_found`, or `conflict` for round robin without teammates.
 */
export async function updateSite(scope: OwnerScope, siteId: string, patch: UpdateSiteBody): Promise<Site> {
  if (Object.keys(patch).length === 0) return getSite(scope, siteId);
  const mode = patch.assignment?.mode;
  if (mode === "round_robin" && !scope.isShared)
    throw new AppError("conflict", { detail: "Round robin needs teammates. Invite someone first." });
  const site = await transaction(async (tx) => {
    if (mode === "round_robin") await tx.query(startTurns(scope, siteId));
    if (patch.awayText !== undefined) await tx.query(noteAwayText(scope, siteId, patch.awayText));
    if (patch.asksRating) await tx.query(startRatings(scope, siteId));
    if (patch.autoCloseDays) await tx.query(startAutoClose(scope, siteId));
    const [changed] = await tx.site.updateManyAndReturn({ where: ownSite(scope, siteId), data: fieldsOf(patch) });
    if (!changed) throw new AppError("not_found");
    await tx.query(storeActivity({ scope, action: "site.changed", siteId, data: { fields: Object.keys(patch) } }));
    tx.afterCommit(() => publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId }));
    return changed;
  });
  if (patch.visitorDetails === false) await deleteVisits(scope, siteId);
  return site;
}

function fieldsOf({ appearance, assignment: { mode, ...turns } = {}, ...fields }: UpdateSiteBody) {
  return {
    ...fields,
    ...appearance,
    ...turns,
    ...(mode === "manual" && { assignsSince: null }),
    updatedAt: new Date(),
  };
}

async function deleteVisits(scope: OwnerScope, siteId: string): Promise<void> {
  let deleted: { id: string }[];
  do deleted = await query<{ id: string }>(deleteSomeVisits(scope, siteId, VISITS_AT_ONCE));
  while (deleted.length === VISITS_AT_ONCE);
}

/**
 * Deletes a site with its visitors, conversations and messages. Its public key stops working immediately, and its id
 * is left for the reconciler. Throws `not_found`.
 */
export async function deleteSite(scope: OwnerScope, siteId: string): Promise<void> {
  await retryingConflicts(() =>
    transaction(
      async (tx) => {
        const { count } = await tx.site.deleteMany({ where: ownSite(scope, siteId) });
        if (count === 0) throw new AppError("not_found");
        await tx.activity.updateMany({
          where: { AND: [onSites(scope), { siteId, conversationId: { not: null } }] },
          data: { conversationId: null },
        });
        await tx.query(storeActivity({ scope, action: "site.deleted", siteId }));
        // Last, so that its time is close to the commit: the reconciler looks for recent ones.
        await tx.query(storeDeletions(deletedSite(scope, siteId)));
        tx.afterCommit(() => publishChange({ kind: "site-deleted", workspaceId: scope.workspaceId, siteId }));
      },
      // Deleting a site with many messages takes longer than other requests may.
      { statementMs: DELETE_TIMEOUT_MS, lockMs: LOCK_TIMEOUT_MS },
    ),
  );
}
