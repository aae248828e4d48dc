import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows } from "../../base/access/statements.ts";

/** Matches emails, `row`, about the caller's sites, about their account, or about nobody's in particular. */
export const ownMails = (scope: OwnerScope, row: Prisma.Sql) => Prisma.sql`
  ${ownRows(scope, row)} AND (${row}.user_id = ${scope.userId}::uuid OR ${
    scope.siteIds === null
      ? Prisma.sql`${row}.site_id IS NOT NULL OR ${row}.user_id IS NULL`
      : Prisma.sql`${row}.site_id = ANY (${scope.siteIds}::uuid[])`
  })`;
