import { randomBytes } from "node:crypto";
import { query, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace, ownRows, ownSite, ownSiteRows } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { storeDeletions } from "../../base/changes/statements.ts";
import { getSite, type Site } from "./queries.ts";
import type { CreateSiteBody, UpdateSiteBody } from "./schema.ts";
import { SITES_MAX } from "./sites-max.ts";
import { SITE_COLUMNS, siteValues } from "./statements.ts";

const PUBLIC_KEY_BYTES = 15;
const DELETE_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 5_000;
const VISITS_AT_ONCE = 2_000;

const newPublicKey = () => `pk_${randomBytes(PUBLIC_KEY_BYTES).toString("hex")}`;

/** Creates a site. Throws `conflict` if the workspace has as many as it may. */
export async function createSite(scope: OwnerScope, input: CreateSiteBody): Promise<Site> {
  const { workspaceId } = scope;
  const id = newId();
  const { name, domain, accentColor, welcomeMessage } = input;
  await transaction(async (tx) => {
    // Serializes creations, so that the count is right. Other work on the sites isn't blocked.
    await lockWorkspace(scope, tx);
    const made = await tx.query(Prisma.sql`
      INSERT INTO sites (id, workspace_id, public_key, name, domain, accent_color, welcome_message, created_at, updated_at)
      SELECT ${id}::uuid, ${workspaceId}::uuid, ${newPublicKey()}, ${name}, ${domain}, ${accentColor}, ${welcomeMessage},
        now(), now()
      WHERE ${SITES_MAX} > (SELECT count(*) FROM sites s WHERE ${ownRows(scope, Prisma.sql`s`)})
      RETURNING id`);
    if (made.length === 0) {
      throw new AppError("conflict", {
        detail: `A workspace may have ${SITES_MAX} sites. Delete one to create another.`,
      });
    }
    await tx.query(storeActivity({ scope, action: "site.created", siteId: id }));
  });
  publishChange({ kind: "settings", workspaceId, about: "sites", siteId: id });
  return getSite(scope, id);
}

/**
 * Changes the given fields, and deletes stored visits if the site stops collecting them. Without any field,
 * nothing changes, `updatedAt` included. Throws `not_found`, or `conflict` for round robin without teammates.
 */
export async function updateSite(scope: OwnerScope, siteId: string, patch: UpdateSiteBody): Promise<Site> {
  if (Object.keys(patch).length === 0) return getSite(scope, siteId);
  if (patch.assignment?.mode === "round_robin" && !scope.isShared)
    throw new AppError("conflict", { detail: "Round robin needs teammates. Invite someone first." });
  const {
    appearance: { header, ...look } = {},
    visitorDetails,
    assignment: { mode, ...turns } = {},
    ...fields
  } = patch;
  const values = siteValues({
    ...fields,
    ...look,
    ...turns,
    ...(header !== undefined && { headerStyle: header }),
    ...(visitorDetails !== undefined && { collectsDetails: visitorDetails }),
    updatedAt: new Date(),
  });
  const [site] = await query<Site>(Prisma.sql`
    WITH changed AS (
      UPDATE sites s SET ${values} ${mode ? changeMode(mode) : Prisma.empty} WHERE ${ownSite(scope, siteId)} RETURNING ${SITE_COLUMNS}
    ), noted AS (${storeActivity({ scope, action: "site.changed", siteId, data: { fields: Object.keys(patch) } }, Prisma.sql`changed`)})
    SELECT * FROM changed`);
  if (!site) throw new AppError("not_found");
  publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId });
  if (visitorDetails === false) await deleteVisits(scope, siteId);
  return site;
}

// Setting it again keeps the time.
const changeMode = (mode: "manual" | "round_robin") =>
  Prisma.sql`, assigns_since = ${mode === "manual" ? Prisma.sql`NULL` : Prisma.sql`coalesce(s.assigns_since, now())`}`;

async function deleteVisits(scope: OwnerScope, siteId: string): Promise<void> {
  let deleted: { id: string }[];
  do {
    deleted = await query<{ id: string }>(Prisma.sql`
      DELETE FROM conversation_visits WHERE conversation_id IN (
        SELECT conversation_id FROM conversation_visits
        WHERE site_id = (SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)})
        LIMIT ${VISITS_AT_ONCE}
      ) RETURNING conversation_id AS id`);
  } while (deleted.length === VISITS_AT_ONCE);
}

/**
 * Deletes a site with its visitors, conversations and messages. Its public key stops working immediately, and its id
 * is left for the reconciler. Throws `not_found`.
 */
export async function deleteSite(scope: OwnerScope, siteId: string): Promise<void> {
  await retryingConflicts(() =>
    transaction(
      async (tx) => {
        const sites = await tx.query<{ id: string }>(Prisma.sql`
          DELETE FROM sites s WHERE ${ownSite(scope, siteId)} RETURNING s.id`);
        if (sites.length === 0) throw new AppError("not_found");
        await tx.query(Prisma.sql`
          UPDATE activity a SET conversation_id = NULL
          WHERE ${ownSiteRows(scope, Prisma.sql`a`)} AND a.site_id = ${siteId}::uuid AND a.conversation_id IS NOT NULL`);
        await tx.query(storeActivity({ scope, action: "site.deleted", siteId }));
        // Last, so that its time is close to the commit: the reconciler looks for recent ones.
        await tx.query(
          storeDeletions(Prisma.sql`
            SELECT ${siteId}::uuid AS id, ${scope.workspaceId}::uuid AS workspace_id, ${siteId}::uuid AS site_id,
              NULL::uuid AS visitor_id`),
        );
      },
      // Deleting a site with many messages takes longer than other requests may.
      { statementMs: DELETE_TIMEOUT_MS, lockMs: LOCK_TIMEOUT_MS },
    ),
  );
  publishChange({ kind: "site-deleted", workspaceId: scope.workspaceId, siteId });
}
