import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { addNote } from "#lib/desk/notes/commands.ts";
import { toNoteJson, toNotePageJson } from "#lib/desk/notes/json.ts";
import { listNotes } from "#lib/desk/notes/queries.ts";
import { AddNoteBody, ListNotesQuery, NoteListResponse, NoteResponse } from "#lib/desk/notes/schema.ts";
import { markReplay } from "#platform/http/idempotency.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the notes of a conversation",
    description:
      "By `seq`, oldest first. Without `after` or `before`, the newest ones. `hasMore` is about the requested direction. Visitors never see notes.",
    params: ConversationParams,
    query: ListNotesQuery,
    response: NoteListResponse,
    handler: async ({ scope, params, query }) => toNotePageJson(await listNotes(scope, params.conversationId, query)),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Add a note to a conversation",
    description:
      "Only your team sees it. It changes neither the conversation's `updatedAt` nor anything that its visitor gets.",
    errors: ["stale_reply"],
    params: ConversationParams,
    body: AddNoteBody,
    response: NoteResponse,
    status: 201,
    idempotent: true,
    handler: async ({ scope, params, body, idempotencyKey, responseHeaders }) => {
      const added = await addNote(scope, params.conversationId, body, idempotencyKey);
      markReplay(responseHeaders, added);
      return { note: toNoteJson(added) };
    },
  }),
});
