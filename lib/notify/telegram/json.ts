import type { TelegramJson } from "../../outbox/channels/schema.ts";
import type { Bot } from "./bot.system.ts";

export const toTelegramJson = (bot: Bot | null): TelegramJson => ({
  available: Boolean(bot?.username),
  ...(bot?.username && { username: bot.username }),
  ...(bot?.problem && { problem: bot.problem }),
});
