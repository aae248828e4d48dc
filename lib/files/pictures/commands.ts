import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { ChangeNotification } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { IncomingFile } from "../files/receive-whole.ts";
import { type NewContent, storeContentRow } from "../files/statements.ts";
import { wakeFileRemoval } from "../files/stored-contents.system.ts";
import { receivePicture } from "./receive-picture.ts";

/** Makes a picture the site's logo, in place of the one it has. Throws `not_found`, and what `receivePicture` does. */
export async function setLogo(scope: OwnerScope, siteId: string, incoming: IncomingFile): Promise<void> {
  const logo = logoOf(scope, siteId);
  if ((await query(logo.found)).length === 0) throw new AppError("not_found");
  await receivePicture(scope, incoming, (content) => putPicture(logo, content));
}

/** Removes the site's logo, if it has one. Throws `not_found`. */
export const removeLogo = (scope: OwnerScope, siteId: string): Promise<void> => clearPicture(logoOf(scope, siteId));

/** Makes a picture the caller's photo, in place of the one they have. Throws what `receivePicture` does. */
export async function setPhoto(scope: PersonScope, incoming: IncomingFile): Promise<void> {
  await receivePicture(scope, incoming, (content) => putPicture(photoOf(scope), content));
}

/** Removes the caller's photo, if they have one. */
export const removePhoto = (scope: PersonScope): Promise<void> => clearPicture(photoOf(scope));

/** The row that names a picture: how it's found, how its picture is changed, what's published then, and thrown if it's gone. */
type Place = {
  found: Prisma.Sql;
  change(hash: string | null): Prisma.Sql;
  changed: ChangeNotification;
  gone: ErrorCode;
};

const logoOf = (scope: OwnerScope, siteId: string): Place => ({
  found: Prisma.sql`SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)}`,
  change: (hash) => Prisma.sql`
    WITH changed AS (
      UPDATE sites s SET logo_hash = ${hash}, updated_at = now()
      WHERE ${ownSite(scope, siteId)} AND s.logo_hash IS DISTINCT FROM ${hash} RETURNING s.id
    )
    ${storeActivity({ scope, action: "site.changed", siteId, data: { fields: ["logo"] } }, Prisma.sql`changed`)}`,
  changed: { kind: "settings", workspaceId: scope.workspaceId, about: "sites", siteId },
  gone: "not_found",
});

const photoOf = ({ userId }: PersonScope): Place => ({
  found: Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid AND closed_at IS NULL`,
  change: (hash) => Prisma.sql`
    UPDATE users SET photo_hash = ${hash}, updated_at = now()
    WHERE id = ${userId}::uuid AND photo_hash IS DISTINCT FROM ${hash}`,
  changed: { kind: "account", userId },
  gone: "unauthenticated",
});

// Its row is locked before the contents are, as when it's deleted.
const lockRow = async ({ found, changed, gone }: Place, tx: Transaction): Promise<void> => {
  const locked = await tx.query(Prisma.sql`${found} FOR NO KEY UPDATE`);
  if (locked.length === 0) throw new AppError(gone);
  tx.afterCommit(() => {
    publishChange(changed);
    wakeFileRemoval();
  });
};

const putPicture = (place: Place, content: NewContent): Promise<{ storageKey: string }> =>
  retryingConflicts(() =>
    transaction(async (tx) => {
      await lockRow(place, tx);
      const [stored] = await tx.query<{ storageKey: string }>(Prisma.sql`
        WITH content AS (${storeContentRow(content, "none")}) SELECT storage_key AS "storageKey" FROM content`);
      await tx.query(place.change(content.hash));
      return stored ?? content;
    }),
  );

const clearPicture = (place: Place): Promise<void> =>
  retryingConflicts(() =>
    transaction(async (tx) => {
      await lockRow(place, tx);
      await tx.query(place.change(null));
    }),
  );
