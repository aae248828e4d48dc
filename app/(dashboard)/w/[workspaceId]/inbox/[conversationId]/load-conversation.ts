import { notFound } from "next/navigation";
import { cache } from "react";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { listEvents } from "#lib/desk/conversation-events/queries.ts";
import { ListEventsQuery } from "#lib/desk/conversation-events/schema.ts";
import { toConversationJson } from "#lib/desk/conversations/json.ts";
import { getConversation, getReadPositions } from "#lib/desk/conversations/queries.ts";
import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { toDraftVersion } from "#lib/desk/drafts/json.ts";
import { listDrafts } from "#lib/desk/drafts/queries.ts";
import { toMessagePageJson } from "#lib/desk/messages/json.ts";
import { listMessages } from "#lib/desk/messages/queries.ts";
import { ListMessagesQuery } from "#lib/desk/messages/schema.ts";
import { toNotePageJson } from "#lib/desk/notes/json.ts";
import { listNotes } from "#lib/desk/notes/queries.ts";
import { ListNotesQuery } from "#lib/desk/notes/schema.ts";
import { toScheduledReplyJson } from "#lib/desk/scheduled-replies/json.ts";
import { listScheduledReplies } from "#lib/desk/scheduled-replies/queries.ts";
import { viewerOf } from "#lib/files/files/links.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Loads a conversation with its newest messages, notes and events, and which drafts there are, once per request. Shows the not-found page if it isn't the owner's.
 */
export const loadConversation = cache(async (scope: OwnerScope, conversationId: string) => {
  if (!ConversationParams.safeParse({ conversationId }).success) notFound();
  try {
    const [conversation, page, notes, events, read, drafts, scheduled] = await Promise.all([
      getConversation(scope, conversationId),
      listMessages(scope, conversationId, ListMessagesQuery.parse({})),
      listNotes(scope, conversationId, ListNotesQuery.parse({})),
      listEvents(scope, conversationId, ListEventsQuery.parse({})),
      getReadPositions(scope, conversationId),
      listDrafts(scope, conversationId),
      listScheduledReplies(scope, conversationId),
    ]);
    return {
      conversation: toConversationJson(conversation),
      newest: toMessagePageJson(page, viewerOf(scope)),
      notes: toNotePageJson(notes).notes,
      events: events.events,
      seen: read.visitor,
      drafts: drafts.map(toDraftVersion),
      scheduled: scheduled.map(toScheduledReplyJson),
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});
