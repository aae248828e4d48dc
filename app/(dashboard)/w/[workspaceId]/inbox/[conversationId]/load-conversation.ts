import { notFound } from "next/navigation";
import { cache } from "react";
import type { OwnerScope } from "#lib/access/scopes.ts";
import { toConversationJson } from "#lib/conversations/json.ts";
import { getConversation, getReadPositions } from "#lib/conversations/queries.ts";
import { ConversationParams } from "#lib/conversations/schema.ts";
import { viewerOf } from "#lib/files/links.ts";
import { toMessagePageJson } from "#lib/messages/json.ts";
import { listMessages } from "#lib/messages/queries.ts";
import { ListMessagesQuery } from "#lib/messages/schema.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Loads a conversation with its newest messages, once per request. Shows the not-found page if it isn't the owner's.
 */
export const loadConversation = cache(async (scope: OwnerScope, conversationId: string) => {
  if (!ConversationParams.safeParse({ conversationId }).success) notFound();
  try {
    const [conversation, page, read] = await Promise.all([
      getConversation(scope, conversationId),
      listMessages(scope, conversationId, ListMessagesQuery.parse({})),
      getReadPositions(scope, conversationId),
    ]);
    return {
      conversation: toConversationJson(conversation),
      newest: toMessagePageJson(page, viewerOf(scope)),
      seen: read.visitor,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});
