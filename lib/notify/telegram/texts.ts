import { cutText } from "#platform/characters.ts";
import type { AppError } from "#platform/errors.ts";
import { plainText } from "#platform/formatted-text/parse.ts";

/*
 * What the bot says in a chat. Plain text, because a name or an address in it could contain markup.
 */

export const NOT_CONNECTED = "This chat isn’t connected. Get a code in Site Inbox under Account, Notifications.";
export const PRIVATE_ONLY = "Connect me in a private chat.";
export const CODE_GONE =
  "This code has expired or was used before. Get a new one in Site Inbox under Account, Notifications.";
export const DISCONNECTED = "Disconnected. You won’t get alerts here. To connect again, get a new code in Site Inbox.";
export const NOT_A_REPLY = "Reply to an alert, so that I know which visitor it’s for.";
export const EDITED = "Edits don’t reach the visitor. Send another reply.";
export const TEXT_ONLY = "Not sent: only text reaches the visitor.";
export const TOO_LONG = "Not sent: too long. A reply has at most 4,000 characters.";
export const UNKNOWN_ALERT =
  "Not sent: I can’t tell which conversation this is about. It was erased, or the alert is older than 30 days.";
export const BLOCKED = "Not sent: this visitor is blocked.";
export const NO_ACCESS = "Not sent: you no longer have access.";
export const SEND_ANYWAY = "Send anyway";
export const SENT = "Sent.";
export const REPLY_TO_SEND = "Reply to this message to send it.";
export const FAILED = "Not sent: something went wrong. Send it again.";

export const connectedAs = (email: string) =>
  `Connected to Site Inbox as ${email}.\n\nAlerts about visitors who wait come here. Reply to an alert, and the visitor gets your reply: 👌 means that it’s stored, 👀 that the visitor has seen it. Send /stop to disconnect.`;

const EXCERPT_MAX = 300;

/** Says that a teammate replied first, and what. Notes aren't named: they don't leave the service. */
export function crossed({ messages }: NonNullable<AppError["extras"]["newer"]>): string {
  const { body = "", senderName = "a teammate" } = messages.at(-1) ?? {};
  const text = plainText(body);
  const cut = cutText(text, EXCERPT_MAX);
  return `Not sent: ${senderName} replied first: “${cut}${cut === text ? "" : "…"}”`;
}

export const newerConversation = (url: string) =>
  `Not sent: the conversation is closed, and the visitor has a newer one: ${url}`;
