import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows, stands } from "../../base/access/statements.ts";
import { findBot } from "./bot.system.ts";
import { hashCode, newCode } from "./code.ts";

type TelegramCode = { code: string; url: string; expiresAt: Date };

/**
 * Creates a code that connects a chat to the caller, for alerts of their workspace. Their earlier codes for it expire.
 * Throws `not_accepted` without a bot.
 */
export async function createTelegramCode(scope: OwnerScope): Promise<TelegramCode> {
  const bot = await findBot();
  if (!bot?.username) throw new AppError("not_accepted", { detail: "Telegram isn’t available on this service." });
  const code = newCode();
  const [row] = await query<{ expiresAt: Date }>(Prisma.sql`
    WITH earlier AS (
      DELETE FROM telegram_codes t WHERE t.user_id = ${scope.userId}::uuid AND ${ownRows(scope, Prisma.sql`t`)}
    )
    INSERT INTO telegram_codes (code_hash, user_id, workspace_id, expires_at)
    SELECT ${hashCode(code)}, ${scope.userId}::uuid, ${scope.workspaceId}::uuid, now() + interval '10 minutes' WHERE ${stands(scope)}
    RETURNING expires_at AS "expiresAt"`);
  if (!row) throw new AppError("conflict");
  return { code, url: `https://t.me/${bot.username}?start=${code}`, expiresAt: row.expiresAt };
}
