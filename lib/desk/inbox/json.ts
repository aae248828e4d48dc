import { toConversationJson } from "../conversations/json.ts";
import type { ConversationPage } from "./queries.ts";

export function toConversationPageJson({ conversations, nextCursor }: ConversationPage) {
  return { conversations: conversations.map(toConversationJson), ...(nextCursor !== null && { nextCursor }) };
}
