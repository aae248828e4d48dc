import type { Api } from "grammy";
import type { CallbackQuery, InlineKeyboardMarkup, Message, Update } from "grammy/types";
import { AppError } from "#platform/errors.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { log } from "#platform/log.ts";
import { BotApiError, callBot, isTransient } from "#platform/telegram/bot-api.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { workspaceUrl } from "../../base/access/workspace-url.ts";
import { MessageBody } from "../../desk/messages/schema.ts";
import { sendReply } from "../../desk/replies/commands.ts";
import { noteChatMessage } from "../../outbox/channels/chat-messages.system.ts";
import { type ChatTopic, connectChat, disconnectChat, findTopic, isStoredReply } from "./chats.system.ts";
import { readCode } from "./code.ts";
import { STORED } from "./reactions.system.ts";
import * as texts from "./texts.ts";

/** Admits the person behind a channel to a conversation. Null if they no longer have access. */
export type AdmitReply = (topic: Pick<ChatTopic, "channelId" | "conversationId">) => Promise<OwnerScope | null>;

type Handling = { admit: AdmitReply; signal: AbortSignal };

/** Tells a person that their message couldn't be handled. */
export const apologize = (message: Message, handling: Handling): Promise<void> => say(message, texts.FAILED, handling);

/**
 * Does what an update of the Bot API asks for. Doing it again changes nothing, so an update whose handling wasn't
 * recorded may come twice.
 */
export async function handleUpdate(update: Update, handling: Handling): Promise<void> {
  const { my_chat_member: membership, message, edited_message: edited, callback_query: pressed } = update;
  if (membership?.chat.type === "private" && membership.new_chat_member.status === "kicked") {
    await disconnectChat(membership.chat.id);
  }
  if (message) await handleMessage(message, handling);
  if (pressed) await sendAnyway(pressed, handling);
  if (edited?.chat.type === "private" && (await isStoredReply(edited.chat.id, edited.message_id))) {
    await say(edited, texts.EDITED, handling);
  }
}

async function handleMessage(message: Message, handling: Handling): Promise<void> {
  const { chat, text = "", reply_to_message: repliedTo } = message;
  if (chat.type !== "private") {
    if (text.startsWith("/start") && isHeard(chat.id)) await say(message, texts.PRIVATE_ONLY, handling);
    return;
  }
  const topic = await findTopic(chat.id, repliedTo?.message_id ?? null);
  const isConnected = topic !== undefined;
  if (isConnected && /^\/stop\b/.test(text)) {
    await disconnectChat(chat.id);
    return say(message, texts.DISCONNECTED, handling);
  }
  if (isConnected && repliedTo) return handleReply(message, topic, handling);
  if (!isHeard(chat.id)) return;
  const code = readCode(text);
  const person = code && (await connectChat({ id: chat.id, name: nameOf(message) }, code));
  if (person) return say(message, texts.connectedAs(person.email), handling);
  if (isConnected) return say(message, texts.NOT_A_REPLY, handling);
  return say(message, code ? texts.CODE_GONE : texts.NOT_CONNECTED, handling);
}

// Anyone can write to the bot, and guess codes there.
function isHeard(chatId: number): boolean {
  try {
    countHits([{ rule: "log-in", key: `telegram/${chatId}` }]);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const nameOf = ({ from }: Message) => (from?.username ? `@${from.username}` : from?.first_name || "Telegram");

async function handleReply(message: Message, topic: ChatTopic | null, handling: Handling): Promise<void> {
  const seenSeq = topic?.alertSeq ?? undefined;
  const refusal = await storeReply(message, topic, { handling, seenSeq });
  if (refusal === null) return react(message, handling);
  if (typeof refusal === "string") return say(message, refusal, handling);
  const markup = { inline_keyboard: [[{ text: texts.SEND_ANYWAY, callback_data: "send" }]] };
  const said = await respond(message, { text: texts.crossed(refusal), markup }, handling);
  // It's about the same conversation, up to what it says: a reply to it is sent.
  if (topic && said) {
    await noteChatMessage({ ...topic, messageId: said.message_id, alertSeq: refusal.lastSeq });
  }
}

/** Sends a reply whatever teammates wrote. The button is below a response to it, which has its text and id. */
async function sendAnyway({ id, message: said }: CallbackQuery, handling: Handling): Promise<void> {
  const answer = async (text: string) => {
    await tellPerson("answerCallbackQuery", (api) => api.answerCallbackQuery(id, { text }), handling);
  };
  // Telegram leaves out what's too old.
  const reply = said && "reply_to_message" in said ? said.reply_to_message : undefined;
  if (!said || !reply) return answer(texts.REPLY_TO_SEND);
  const topic = await findTopic(said.chat.id, said.message_id);
  const refusal = await storeReply(reply, topic ?? null, { handling, seenSeq: undefined });
  if (refusal !== null) return answer(typeof refusal === "string" ? refusal : texts.FAILED);
  await answer(texts.SENT);
  const edit = (api: Api) => api.editMessageText(said.chat.id, said.message_id, texts.SENT);
  await tellPerson("editMessageText", edit, handling);
  await react(reply, handling);
}

async function react({ chat, message_id: messageId }: Message, handling: Handling): Promise<void> {
  await tellPerson("setMessageReaction", (api) => api.setMessageReaction(chat.id, messageId, [STORED]), handling);
}

async function say(message: Message, text: string, handling: Handling): Promise<void> {
  await respond(message, { text }, handling);
}

type Answer = { text: string; markup?: InlineKeyboardMarkup };

const respond = (
  { chat, message_id }: Message,
  { text, markup }: Answer,
  handling: Handling,
): Promise<Message | undefined> =>
  tellPerson(
    "sendMessage",
    (api) =>
      api.sendMessage(chat.id, text, {
        reply_parameters: { message_id, allow_sending_without_reply: true },
        link_preview_options: { is_disabled: true },
        ...(markup && { reply_markup: markup }),
      }),
    handling,
  );

/** Tells a person what became of their message. Throws only what a later call may get around. */
async function tellPerson<T>(
  method: string,
  call: (api: Api) => Promise<T>,
  { signal }: Handling,
): Promise<T | undefined> {
  try {
    return await callBot(method, call, { signal });
  } catch (error) {
    if (!(error instanceof BotApiError) || isTransient(error.failure)) throw error;
    log().info({ reason: error.message }, "a person in Telegram could not be notified");
    return undefined;
  }
}

type Storing = { handling: Handling; seenSeq: number | undefined };
type Newer = NonNullable<AppError["extras"]["newer"]>;

/**
 * Sends a reply to the visitor, once however often the update comes. Returns what to say if it wasn't sent, or what
 * teammates wrote first.
 */
async function storeReply(
  message: Message,
  topic: ChatTopic | null,
  { handling, seenSeq }: Storing,
): Promise<string | Newer | null> {
  if (!topic) return texts.UNKNOWN_ALERT;
  if (topic.isBlocked) return texts.BLOCKED;
  if (message.text === undefined) return texts.TEXT_ONLY;
  const { success, data: body } = MessageBody.safeParse({ message: message.text });
  if (!success) return texts.TOO_LONG;
  const scope = await handling.admit(topic);
  if (!scope) return texts.NO_ACCESS;
  const { chat, message_id: messageId } = message;
  const { channelId, conversationId } = topic;
  try {
    const { seq } = await sendReply(
      scope,
      conversationId,
      { ...body, ...(seenSeq !== undefined && { seenSeq }) },
      { idempotencyKey: `telegram:${chat.id}:${messageId}` },
    );
    await noteChatMessage({ channelId, conversationId, messageId, seq });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { newer, conversationId: other } = error.extras;
    if (newer) return newer;
    if (error.code === "not_found") return texts.UNKNOWN_ALERT;
    if (other) return texts.newerConversation(workspaceUrl(scope.workspaceId, `/inbox/${other}`));
    log().warn({ code: error.code }, "a reply from Telegram was rejected");
    return texts.FAILED;
  }
}
