import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { storeDraft } from "#lib/desk/drafts/commands.ts";
import { toDraftJson } from "#lib/desk/drafts/json.ts";
import { listDrafts } from "#lib/desk/drafts/queries.ts";
import { DraftListResponse, DraftResponse, StoreDraftBody } from "#lib/desk/drafts/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    summary: "List your drafts of a conversation",
    description:
      "What you're writing there, on any of your devices: a reply, a note, or neither. No one else gets them.",
    params: ConversationParams,
    response: DraftListResponse,
    handler: async ({ scope, params }) => ({
      drafts: (await listDrafts(scope, params.conversationId)).map(toDraftJson),
    }),
  }),
  PUT: endpoint({
    caller: "owner",
    access: "session",
    summary: "Store your draft of a conversation",
    description:
      "Replaces the draft with the given `version`. If another device has stored one since, it's a `conflict`: get that one first. Drafts that weren't changed for 30 days are removed.",
    errors: ["conflict"],
    params: ConversationParams,
    body: StoreDraftBody,
    response: DraftResponse,
    handler: async ({ scope, params, body }) => {
      const stored = await storeDraft(scope, params.conversationId, body);
      return { draft: stored ? toDraftJson(stored) : { kind: body.kind, body: "", version: 0 } };
    },
  }),
});
