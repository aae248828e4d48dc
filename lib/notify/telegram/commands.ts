import { transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockCaller } from "../../base/access/statements.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { findBot } from "./bot.system.ts";
import { hashCode, newCode } from "./code.ts";

const CODE_MS = 600_000;

type TelegramCode = { code: string; url: string; expiresAt: Date };

/**
 * Creates a code that connects a chat to the caller, for alerts of their workspace. Their earlier codes for it expire.
 * Throws `not_accepted` without a bot.
 */
export async function createTelegramCode(scope: OwnerScope): Promise<TelegramCode> {
  const bot = await findBot();
  if (!bot?.username) throw new AppError("not_accepted", { detail: "Telegram isn’t available on this service." });
  const code = newCode();
  const { userId, workspaceId } = scope;
  const expiresAt = new Date(Date.now() + CODE_MS);
  await transaction(async (tx) => {
    if ((await tx.query(lockCaller(scope))).length === 0) throw new AppError("conflict");
    await tx.telegramCode.deleteMany({ where: { ...inWorkspace(scope), userId } });
    await tx.telegramCode.create({ data: { codeHash: hashCode(code), userId, workspaceId, expiresAt } });
  });
  return { code, url: `https://t.me/${bot.username}?start=${code}`, expiresAt };
}
