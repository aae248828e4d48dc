import { inboxCursor } from "#lib/conversations/cursor.ts";
import type { ConversationRow } from "#lib/conversations/statements.ts";
import { OWNER_VIEW } from "#lib/conversations/statements.ts";
import { toConversationPageJson } from "#lib/inbox/json.ts";
import { Prisma } from "#prisma-client";
import type { Handler } from "./answer.ts";
import { fixedStatement } from "./fixed-statement.ts";
import { SAMPLE } from "./sample.ts";
import { bearer, verify } from "./tokens.ts";

const FIND_WORKSPACE = `SELECT w.id FROM sessions s JOIN workspaces w ON w.owner_id = s.user_id
  WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > now()`;
const list = fixedStatement<{ workspaceId: string; limit: number }>(
  Prisma.sql`${OWNER_VIEW} WHERE c.workspace_id = ${SAMPLE.workspaceId}::uuid
    ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${SAMPLE.limit}`,
  new Map<unknown, (input: { workspaceId: string; limit: number }) => unknown>([
    [SAMPLE.workspaceId, ({ workspaceId }) => workspaceId],
    [SAMPLE.limit, ({ limit }) => limit],
  ]),
);
const LIMIT_MAX = 100;

/** GET /conversations?limit= */
export const listInbox: Handler = async ({ request, search, pool }) => {
  const claims = await verify("user", bearer(request.headers.authorization));
  const limit = Number(search.get("limit") ?? 50);
  if (!(limit >= 1 && limit <= LIMIT_MAX)) return { status: 400, body: {} };
  const session = await pool.query<{ id: string }>({
    name: "find-workspace",
    text: FIND_WORKSPACE,
    values: [claims.sid, claims.sub],
  });
  const [workspace] = session.rows;
  if (!workspace) return { status: 401, body: {} };
  const { rows } = await pool.query<ConversationRow>(list({ workspaceId: workspace.id, limit: limit + 1 }));
  const conversations = rows.slice(0, limit);
  const last = conversations.at(-1);
  const nextCursor = rows.length > limit && last ? inboxCursor.encode(last, {}) : null;
  return { status: 200, body: toConversationPageJson({ conversations, nextCursor }) };
};
