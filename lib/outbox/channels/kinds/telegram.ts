import type { MessageEntity, Update } from "grammy/types";
import { z } from "zod";
import { BotApiError, type BotFailure, callBot } from "#platform/telegram/bot-api.ts";
import type { ChannelKindOf, Sender, SendOutcome } from "../channel-kind.ts";
import { noteChatMessage } from "../chat-messages.system.ts";
import { type TelegramText, telegramText, withoutCommands } from "../telegram-text.ts";

const HOLD_SECONDS = 20;
const POLL_SECONDS = 30;

const TelegramAddress = z.object({ chatId: z.int() });
type TelegramAddress = z.infer<typeof TelegramAddress>;

const sendToTelegram: Sender<TelegramAddress> = async ({ chatId }, notice, { signal, channelId }) => {
  const { conversationId, seq } = notice;
  const title = withoutCommands(notice.title);
  const heading: MessageEntity = { type: "bold", offset: 0, length: title.length };
  const send = ({ text, entities }: TelegramText) =>
    callBot(
      "sendMessage",
      (api) =>
        api.sendMessage(chatId, [title, ...(text ? [text] : []), notice.url].join("\n\n"), {
          // Not markup, which a visitor's text could contain.
          entities: [heading, ...entities.map((one) => ({ ...one, offset: one.offset + title.length + 2 }))],
          link_preview_options: { is_disabled: true },
        }),
      { signal },
    );
  const plain = { text: withoutCommands(notice.body), entities: [] };
  const formatted = notice.texts ? telegramText(notice.texts) : plain;
  try {
    const { message_id: messageId } = await send(formatted).catch((error: unknown) => {
      const isRefused = error instanceof BotApiError && error.failure === "refused";
      if (!isRefused || formatted.entities.length === 0) throw error;
      return send(plain);
    });
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

/** A chat with the service's bot. A reply to a notice is a reply to the visitor. */
export const telegram = {
  name: "Telegram",
  address: TelegramAddress,
  identify: ({ chatId }) => chatId,
  show: () => "Telegram",
  send: sendToTelegram,
  receive: (nextUpdate, signal) =>
    callBot(
      "getUpdates",
      (api) =>
        api.getUpdates({
          offset: nextUpdate,
          timeout: HOLD_SECONDS,
          allowed_updates: ["message", "edited_message", "callback_query", "my_chat_member"],
        }),
      { signal, seconds: POLL_SECONDS },
    ),
} satisfies ChannelKindOf<TelegramAddress, Update>;

const OUTCOMES: Record<BotFailure, SendOutcome> = {
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
