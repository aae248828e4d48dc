import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { AutoCloseQuery, AutoCloseResponse } from "./schema.ts";
import { countIdleOf } from "./statements.ts";

/** Returns how many of a site's conversations a rule would close now. Throws `not_found`. */
export async function countIdle(
  scope: OwnerScope,
  siteId: string,
  given: AutoCloseQuery,
): Promise<AutoCloseResponse["wouldClose"]> {
  const [row] = await query<AutoCloseResponse["wouldClose"]>(countIdleOf(scope, siteId, given));
  if (!row) throw new AppError("not_found");
  return row;
}
