import { BotApiError, type BotFailure, callBot } from "#platform/telegram/bot-api.ts";
import type { TelegramAddress } from "../address.ts";
import { noteChatMessage } from "../chat-messages.system.ts";
import type { Outcome, Sender } from "../sender.ts";

/** Sends a notice to a Telegram chat. A reply to it is a reply to the visitor. */
export const sendToTelegram: Sender<TelegramAddress> = async ({ chatId }, notice, { signal, channelId }) => {
  const { conversationId, body, url, seq } = notice;
  const title = withoutCommands(notice.title);
  const text = [title, ...(body ? [withoutCommands(body)] : []), url].join("\n\n");
  try {
    const { message_id: messageId } = await callBot(
      "sendMessage",
      (api) =>
        api.sendMessage(chatId, text, {
          // Not markup, which a visitor's text could contain.
          entities: [{ type: "bold", offset: 0, length: title.length }],
          link_preview_options: { is_disabled: true },
        }),
      { signal },
    );
    if (conversationId)
      await noteChatMessage({ channelId, messageId, conversationId, ...(seq > 0 && { alertSeq: seq }) });
    return { status: "accepted", reference: String(messageId) };
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    const { retryAfter } = error;
    const outcome = OUTCOMES[error.failure];
    return outcome.status === "retry" && retryAfter !== undefined ? { ...outcome, afterSeconds: retryAfter } : outcome;
  }
};

// Telegram links a visitor's /stop, and a tap on it would send it to the bot. An invisible space after the slash stops that.
const withoutCommands = (text: string) => text.replace(/(?<![\w/<>])\/(?=\w)/g, "/\u200b");

const OUTCOMES: Record<BotFailure, Outcome> = {
  forbidden: { status: "failed", reason: "refused", stops: "unlinked" },
  chat_gone: { status: "failed", reason: "gone", stops: "gone" },
  refused: { status: "failed", reason: "refused" },
  redirected: { status: "failed", reason: "redirected" },
  // The token is wrong, which the operator can correct.
  unauthorized: { status: "retry", reason: "refused" },
  conflict: { status: "retry", reason: "server_error" },
  rate_limited: { status: "retry", reason: "rate_limited" },
  server_error: { status: "retry", reason: "server_error" },
  unreachable: { status: "retry", reason: "unreachable" },
};
