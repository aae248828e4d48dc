import { notFound } from "next/navigation";
import { cache } from "react";
import type { OwnerScope } from "#lib/access/scopes.ts";
import { listEvents } from "#lib/conversation-events/queries.ts";
import { ListEventsQuery } from "#lib/conversation-events/schema.ts";
import { toConversationJson } from "#lib/conversations/json.ts";
import { getConversation, getReadPositions } from "#lib/conversations/queries.ts";
import { ConversationParams } from "#lib/conversations/schema.ts";
import { viewerOf } from "#lib/files/links.ts";
import { toMessagePageJson } from "#lib/messages/json.ts";
import { listMessages } from "#lib/messages/queries.ts";
import { ListMessagesQuery } from "#lib/messages/schema.ts";
import { toNotePageJson } from "#lib/notes/json.ts";
import { listNotes } from "#lib/notes/queries.ts";
import { ListNotesQuery } from "#lib/notes/schema.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Loads a conversation with its newest messages, notes and events, once per request. Shows the not-found page if it isn't the owner's.
 */
export const loadConversation = cache(async (scope: OwnerScope, conversationId: string) => {
  if (!ConversationParams.safeParse({ conversationId }).success) notFound();
  try {
    const [conversation, page, notes, events, read] = await Promise.all([
      getConversation(scope, conversationId),
      listMessages(scope, conversationId, ListMessagesQuery.parse({})),
      listNotes(scope, conversationId, ListNotesQuery.parse({})),
      listEvents(scope, conversationId, ListEventsQuery.parse({})),
      getReadPositions(scope, conversationId),
    ]);
    return {
      conversation: toConversationJson(conversation),
      newest: toMessagePageJson(page, viewerOf(scope)),
      notes: toNotePageJson(notes).notes,
      events: events.events,
      seen: read.visitor,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});
