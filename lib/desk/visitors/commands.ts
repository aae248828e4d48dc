import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { refuseUnknownVisitor } from "./refuse-unknown.ts";
import type { UpdateVisitorBody } from "./schema.ts";

/** A visitor that was changed, and one of their conversations if there are any. */
type Changed = { visitorId: string; workspaceId: string; conversationId: string | null };

/** Stores the given details of a visitor who has sent a message. Throws `not_found`, or `not_accepted` if they're blocked. */
export async function updateVisitor(scope: VisitorScope, { name, email, phone }: UpdateVisitorBody): Promise<void> {
  const changed = await retryingConflicts(() =>
    query<Changed>(Prisma.sql`
      WITH visitor AS (
        UPDATE visitors v SET name = coalesce(${name ?? null}, v.name), email = coalesce(${email ?? null}, v.email),
          phone = coalesce(${phone ?? null}, v.phone), updated_at = now()
        WHERE v.id = ${scope.visitorId}::uuid AND v.site_id = ${scope.siteId}::uuid AND v.blocked_at IS NULL
        RETURNING v.id, v.workspace_id
      ), conversation AS (
        UPDATE conversations c SET ${NEXT_VERSION} FROM visitor WHERE c.visitor_id = visitor.id RETURNING ${CONVERSATION_REF}
      )
      SELECT visitor.id AS "visitorId", visitor.workspace_id AS "workspaceId", conversation."conversationId"
      FROM visitor LEFT JOIN conversation ON true`),
  );
  if (changed.length === 0) {
    await refuseUnknownVisitor(scope);
    throw new AppError("not_found");
  }
  for (const { conversationId, ...place } of changed) {
    if (conversationId !== null)
      publishChange({ kind: "conversation", siteId: scope.siteId, conversationId, ...place });
  }
}
